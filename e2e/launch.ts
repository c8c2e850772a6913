/** How the browser of a journey is started. */
export const launchWith = (...further: string[]) => ({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  // The optimizing compilers do not pay off for pages that live for seconds.
  args: [
    '--disable-gpu',
    '--disable-background-networking',
    // Subpixel text positioning as on users' screens: with whole pixels, lines would break elsewhere.
    '--font-render-hinting=none',
    '--js-flags=--no-opt --no-maglev',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...further,
  ],
})

/** One renderer process for all pages, which costs a seventh less than one for each. */
export const onePage = launchWith('--renderer-process-limit=1')

/** A renderer process for each page. */
export const processEach = launchWith()
