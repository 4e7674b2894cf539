// Figures as they are read: what is not nothing never reads as nothing.
import { fine, percent } from '$i18n'

/** A chance with four places; in more where it would look like none at all: `0.0000354%`. */
export function chance(value: number): string {
  return value !== 0 && Math.abs(value) < 5e-7 ? fine(value) : percent(value, 4)
}
