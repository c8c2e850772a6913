/** How long staff may look as a merchant, and how long the link to it may be used, in ms. */
export const merchantViewMs = 30 * 60_000
export const merchantViewLinkMs = 2 * 60_000
