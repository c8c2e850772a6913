/**
 * Whether this is `npm run nightly`. What only repeats a look or a walk (at a further width, by another hand, on a further screen of the same build) is
 * done there alone: a part of a test asks this, a whole test carries the tag (`playwright.config.ts`).
 */
export const nightly = process.env.NIGHTLY !== undefined

export const nightlyOnly = { tag: '@nightly' }
