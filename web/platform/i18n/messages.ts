import type { Message } from '#domain/platform/sentence'

let words: Record<string, Message> = {}

/** Sets the messages. */
export function setMessages(loaded: Record<string, Message>): void {
  words = loaded
}

/** Adds messages that only some parts need, after those of every page. */
export function addMessages(loaded: Record<string, Message>): void {
  words = { ...words, ...loaded }
}

/** The message of a key; undefined when there is none. */
export const messageOf = (key: string): Message | undefined => words[key]

/** Loads messages, with three attempts at most. */
async function fetchWords(address: string, attempts = 3): Promise<Record<string, Message>> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`messages: ${response.status}`)
    return (await response.json()) as Record<string, Message> // written by our own build
  } catch (error) {
    if (attempts <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return fetchWords(address, attempts - 1)
  }
}

const inPage = () => document.getElementById('words')

/** Takes the first screen’s messages from the page, where the build has inlined them. */
export function takeMessages(): void {
  setMessages(JSON.parse(inPage()?.textContent ?? '{}') as Record<string, Message>) // written by our own build
}

let all: Promise<void> | undefined

/** Loads all messages, once; after a failure the next call retries. Does nothing when the page already has them all. */
export function loadAllMessages(): Promise<void> {
  const address = inPage()?.dataset['all']
  all ??= address === undefined ? Promise.resolve() : fetchWords(address).then(setMessages)
  all.catch(() => {
    all = undefined
    // As with a missing chunk: they may belong to an older build (`startNewVersion.ts`).
    dispatchEvent(new Event('vite:preloadError'))
  })
  return all
}

/** A lazily loaded chunk together with its messages. The build wraps each `import(…)` in it (`tools/lazyMessages.ts`). */
export async function withMessages<Part>(part: Promise<Part>): Promise<Part> {
  const [value] = await Promise.all([part, loadAllMessages()])
  return value
}
