/** A link inside text. */
export const linkClass = 'text-link text-accent-ink font-medium underline-offset-3 hover:underline'
