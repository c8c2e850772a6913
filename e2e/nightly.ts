/**
 * Whether this is `npm run nightly`. Repetitions (another width, another input method, another screen of the same layout) run only
 * there: a part of a test checks this, a whole test has the tag (`playwright.config.ts`).
 */
export const nightly = process.env.NIGHTLY !== undefined

export const nightlyOnly = { tag: '@nightly' }
