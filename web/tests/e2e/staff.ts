// The people who work in a house, as they come in.
import { DESKTOP, type House, type Person } from './house'

/** The administrator, and one person for each of these roles. */
export async function staffOf<R extends string>(house: House, ...roles: R[]): Promise<Record<R | 'administrator', Person>> {
  const boss = await house.comes(DESKTOP)
  await boss.joins(house.link, 'boss')
  const all = { administrator: boss } as Record<R | 'administrator', Person>
  for (const role of roles) {
    all[role] = await house.comes(DESKTOP)
    await all[role].joins(await boss.invites(role), role)
  }
  return all
}
