/** How long one can view as somebody else before it ends by itself. */
export const viewMs = 15 * 60_000
