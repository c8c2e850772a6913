/** So long one looks at the application as somebody else; then it ends by itself. */
export const viewMs = 15 * 60_000
