// The parts that several pages of the back office have, each with its address.
import { ordinal } from '$state/router.svelte'
import type { Part } from './address'
import CaseFile from './CaseFile.svelte'
import Cases from './Cases.svelte'
import Log from './Log.svelte'
import Meters from './Meters.svelte'
import People from './People.svelte'
import PersonFile from './PersonFile.svelte'
import Reports from './Reports.svelte'
import RoundFile from './RoundFile.svelte'
import Rounds from './Rounds.svelte'
import TableDesk from './TableDesk.svelte'
import TableList from './TableList.svelte'
import Typed from './Typed.svelte'

/** A round is named by its table and its number, a case by its number alone. */
const ofRound = ({ table, round }: Record<string, string>) => {
  const no = ordinal(round)
  return no === undefined ? undefined : { table, round: no }
}
const ofCase = ({ no }: Record<string, string>) => {
  const number = ordinal(no)
  return number === undefined ? undefined : { no: number }
}

export const ROUNDS: Part[] = [
  { at: 'rounds', name: 'rounds', page: Rounds },
  { at: 'rounds/TABLE/ROUND', page: RoundFile, gives: ofRound },
  { at: 'settle', name: 'settle', page: Typed },
  { at: 'settle/TABLE/ROUND', page: Typed, gives: ofRound },
]
export const CASES: Part[] = [
  { at: 'cases', name: 'cases', page: Cases },
  { at: 'cases/NO', page: CaseFile, gives: ofCase },
]
export const FIGURES: Part[] = [
  { at: 'reports', name: 'reports', page: Reports },
  { at: 'meters', name: 'meters', page: Meters },
]
export const LOG: Part[] = [{ at: 'log', name: 'log', page: Log }]
/** Tables, at an address of their own or where the page begins. */
export const tables = (at: '' | 'tables'): Part[] => [
  { at, name: 'tables', page: TableList },
  ...(at === '' ? [{ at: 'tables', page: TableList, under: '' }] : []),
  { at: 'tables/NAME', page: TableDesk, under: at },
]
/** The people, by this name in the list. */
export const people = (at: '' | 'people', name: 'people' | 'players' = 'people'): Part[] => [
  { at, name, page: People },
  // Both addresses lead there: what links to a person need not know whose page it is on.
  ...(at === '' ? [{ at: 'people', page: People, under: '' }] : []),
  { at: 'people/ID', page: PersonFile, under: at },
]
