import { isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import { typedFields, withField, withoutSent, type TermField, type Terms, type Typed } from './campaignDraft.ts'

type Writes = {
  /** Writes the fields under an idempotency key; creates the campaign with the first ones. */
  send: (sent: Typed, key: string) => Promise<void>
}

/** The unsaved changes of a campaign, given to `show` whenever they change. */
export function makeUnsavedChanges(show: (typed: Typed) => void) {
  let typed: Typed = {}
  /** The write that is in flight, or of which nobody knows whether it was done. */
  let pending: { key: string; sent: Typed } | null = null

  function keep(next: Typed) {
    typed = next
    show(next)
  }
  const isEmpty = () => typedFields(typed).length === 0
  return {
    keep,
    isEmpty,
    change<Field extends TermField>(saved: Terms, field: Field, value: Terms[Field]) {
      // Beside a pending write, even a value equal to the saved one is kept, because that write may have stored another.
      keep(pending ? { ...typed, [field]: value } : withField(typed, saved, field, value))
    },
    /**
     * Writes until nothing is left. A write with a lost answer is first repeated as it was, so that there is one draft, and what follows is based on its
     * revision. Rejects like `send`.
     */
    async saveAll({ send }: Writes): Promise<void> {
      while (!isEmpty()) {
        pending ??= { key: newKey(), sent: typed }
        const { key, sent } = pending
        try {
          await send(sent, key)
        } catch (failure) {
          if (!isOutcomeUnknown(failure)) pending = null
          throw failure
        }
        pending = null
        keep(withoutSent(typed, sent))
      }
    },
  }
}
