import { clientState } from './session.ts'

/** What the keys of all drafts begin with. */
export const draftPrefix = 'draft:'

/** Drafts belong to one user, one shop and one mode; nobody sees another's on a shared device. */
function keyOf(name: string): string | null {
  const { account, merchantId, mode } = clientState.get()
  return account ? `${draftPrefix}${account.userId}:${merchantId ?? ''}:${mode}:${name}` : null
}

/** Keeps what was typed, in this tab only, until it is sent, removed, or the user signs out. */
export function keepDraft(name: string, value: unknown): void {
  const key = keyOf(name)
  if (key) sessionStorage.setItem(key, JSON.stringify(value))
}

/** What was typed before; null when there is none or it cannot be read. Its shape is the caller's to check. */
export function readDraft(name: string): unknown {
  const key = keyOf(name)
  try {
    return key ? (JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown) : null
  } catch {
    return null
  }
}

/** Forgets one draft. */
export function removeDraft(name: string): void {
  const key = keyOf(name)
  if (key) sessionStorage.removeItem(key)
}

/** Forgets all drafts of this tab, on signing out. */
export function wipeDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
}
