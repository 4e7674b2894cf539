/** The merge patch of RFC 7396. What it does not touch stays the same object, so that it need not be drawn again. */
export function merged(to: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = isObject(to) ? { ...to } : {}
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key]
    else result[key] = merged(result[key], change)
  }
  return result
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
