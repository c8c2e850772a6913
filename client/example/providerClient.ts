import { randomUUID } from 'node:crypto'

/** A refusal of the provider's API: its status, and the error of its body. */
class ProviderRefusal extends Error {
  readonly status: number
  readonly type: string
  readonly requestId: string
  constructor(status: number, { type, message, request_id }: { type: string; message: string; request_id: string }) {
    super(message)
    this.status = status
    this.type = type
    this.requestId = request_id
  }
}

export type ProviderClient = ReturnType<typeof providerClient>

/** Calls of the API for the provider's own systems, as they are on the wire. */
export function providerClient({ baseUrl, key }: { baseUrl: string; key: string }) {
  async function call<Answer>(method: 'GET' | 'POST', path: string, body?: object, idempotencyKey: string = randomUUID()): Promise<Answer> {
    const answer = await fetch(`${baseUrl}/provider/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'accept-language': 'en',
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const read = text === '' ? undefined : (JSON.parse(text) as unknown)
    if (!answer.ok) throw new ProviderRefusal(answer.status, (read as { error: ConstructorParameters<typeof ProviderRefusal>[1] }).error)
    return read as Answer
  }

  return {
    /** A file. */
    async file(path: string): Promise<Response> {
      const answer = await fetch(`${baseUrl}/provider/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
      if (!answer.ok) throw new Error(`no file: ${answer.status}`)
      return answer
    },
    get: <Answer>(path: string) => call<Answer>('GET', path),
    /** `idempotencyKey`: stored with what is done, so that a repeat after a lost answer does nothing more. */
    post: <Answer>(path: string, body?: object, idempotencyKey?: string) => call<Answer>('POST', path, body, idempotencyKey),
    /** Everything of a list, from a cursor on; `cursor`: from where to go on next time. */
    async all<Row>(path: string, cursor?: string): Promise<{ rows: Row[]; cursor: string | undefined }> {
      const rows: Row[] = []
      let from = cursor
      for (;;) {
        const search = from === undefined ? '' : `${path.includes('?') ? '&' : '?'}cursor=${from}`
        const page = await call<{ results: Row[]; next: string | null }>('GET', path + search)
        rows.push(...page.results)
        if (page.next === null) return { rows, cursor: from }
        from = page.next
      }
    },
  }
}
