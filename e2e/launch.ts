/** How the browser of a journey is started. */
export const launchWith = (...further: string[]) => ({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // What the optimizing compiler would make of a page's script, a page that lives for seconds never runs.
  args: [
    '--disable-gpu',
    '--disable-background-networking',
    // Letters as wide as on people's screens: rounded to whole pixels, lines would break elsewhere than there.
    '--font-render-hinting=none',
    '--js-flags=--no-opt',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...further,
  ],
})

/** A page after the other: one process draws them all, which costs a seventh less than one for each. */
export const onePage = launchWith('--renderer-process-limit=1')

/** Tabs that must not wait for each other: each page has a process of its own. */
export const manyTabs = launchWith()
