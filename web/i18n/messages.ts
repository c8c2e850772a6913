/** One text, or the two forms that `count` chooses between. */
export type Message = string | { one: string; other: string }

let words: Record<string, Message> = {}

/** Gives the words; called once before the first render, and by tests. */
export function setMessages(given: Record<string, Message>): void {
  words = given
}

/** The message of a key, undefined when the file has none. */
export const messageOf = (key: string): Message | undefined => words[key]

/** Fetches, three times at most, the message file whose hashed address the page names in `<meta name="messages">`. */
export async function loadMessages(attempts = 3): Promise<void> {
  const address = document.querySelector<HTMLMetaElement>('meta[name="messages"]')?.content ?? '/locales/es.json'
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`messages: ${response.status}`)
    setMessages((await response.json()) as Record<string, Message>) // our own build wrote it
  } catch (error) {
    if (attempts <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return loadMessages(attempts - 1)
  }
}
