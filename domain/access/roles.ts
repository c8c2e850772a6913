/** A team member's role in the account. */
export type Role = 'owner' | 'admin' | 'editor' | 'guest'

export const roles: readonly Role[] = ['owner', 'admin', 'editor', 'guest']

/** The largest single refund that an editor may make without a second person, in cents. */
export const editorRefundLimitCents = 100_000
