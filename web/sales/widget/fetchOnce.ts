const known = new Map<string, Promise<unknown>>()
const maxCached = 40

/** Fetches JSON from our server; identical requests share one response, and only a failed one is repeated. Rejects with the HTTP status as the error's message. */
export function fetchOnce(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  const question = `${address} ${headers['authorization']}`
  let pending = known.get(question)
  if (!pending) {
    if (known.size >= maxCached) known.clear()
    pending = fetchJson(address, headers)
    known.set(question, pending)
    pending.catch(() => known.delete(question))
  }
  return pending
}

async function fetchJson(address: string, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'origin', headers })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
