// The words of the back office, apart from those of the tables: whoever plays does not load them.
import { currentLanguage, type Language } from '$i18n'
import { de } from './office.de'
import { en, type OfficeWords } from './office.en'

const ALL: Record<Language, OfficeWords> = { en, de }

/** The words: `office().tables.title`. Read it where it is shown, so that it follows the language. */
export function office(): OfficeWords {
  return ALL[currentLanguage()]
}
