import { leavesOpen } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'

/**
 * Sends requests once, by their names. One whose answer is missing goes again as it went, with the key and the body that it had: made anew, it
 * would be done twice, or be refused as another one under the same key. Only its own answer ends it, never that of what its body is read from.
 */
export function openRequests<Body>() {
  const open = new Map<string, { body: Body; key: string }>()
  return async <Answer>(
    name: string,
    make: () => Body | Promise<Body>,
    send: (body: Body, key: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const { body, key } = open.get(name) ?? { body: await make(), key: newKey() }
    open.set(name, { body, key })
    try {
      const answer = await send(body, key)
      open.delete(name)
      return answer
    } catch (error) {
      if (!leavesOpen(error)) open.delete(name)
      throw error
    }
  }
}
