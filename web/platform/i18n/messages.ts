import type { Message } from '#domain/platform/sentence'

let words: Record<string, Message> = {}

/** Gives the words. */
export function setMessages(given: Record<string, Message>): void {
  words = given
}

/** The message of a key, undefined when the file has none. */
export const messageOf = (key: string): Message | undefined => words[key]

/** Fetches words, three times at most. */
async function fetchWords(address: string, attempts = 3): Promise<Record<string, Message>> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`messages: ${response.status}`)
    return (await response.json()) as Record<string, Message> // our own build wrote it
  } catch (error) {
    if (attempts <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return fetchWords(address, attempts - 1)
  }
}

const inPage = () => document.getElementById('words')

/** Takes the words of the first screen out of the page, where the build has put them. */
export function takeMessages(): void {
  setMessages(JSON.parse(inPage()?.textContent ?? '{}') as Record<string, Message>) // our own build wrote it
}

let all: Promise<void> | undefined

/** Fetches all words, once; asked again after a failure, it tries again. Where the page has them all already, nothing. */
export function loadAllMessages(): Promise<void> {
  const address = inPage()?.dataset['all']
  all ??= address === undefined ? Promise.resolve() : fetchWords(address).then(setMessages)
  all.catch(() => {
    all = undefined
    // As where a code file does not come: they may have gone with an older build (`startNewVersion.ts`).
    dispatchEvent(new Event('vite:preloadError'))
  })
  return all
}

/** A part of the page that is fetched later, with the words that it says. The build puts it around each `import(…)` (`tools/laterWords.ts`). */
export async function withWords<Part>(part: Promise<Part>): Promise<Part> {
  const [found] = await Promise.all([part, loadAllMessages()])
  return found
}
