// Which roles one person may have together: who plays is not of the staff, who audits does nothing else, and who decides on people does not move their money.
// The server has the last word (`clashes_with` in crates/people); here it is said before somebody has written a reason.

export const ROLES = ['player', 'dealer', 'floor', 'cashier', 'auditor', 'administrator'] as const
export type Role = (typeof ROLES)[number]

const ALONE: readonly string[] = ['player', 'auditor']

export function goTogether(one: string, other: string): boolean {
  const both = [one, other]
  return one === other || !(both.some((role) => ALONE.includes(role)) || (both.includes('administrator') && both.includes('cashier')))
}
