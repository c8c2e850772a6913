/** Yields to the event loop, so that the browser can paint and handle input during long work. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
