import type { CallName } from './roles.ts'

/**
 * What waits while an account's ways in are paused, because somebody stopped a change of bank account that nobody of the company asked for: passwords,
 * second factors, e-mails, keys and secrets, and who may do what. What only takes access away stays possible: ending sessions, revoking a key, taking back a
 * change of e-mail (docs/domain.md#bank-accounts).
 */
export const pausedCalls: ReadonlySet<CallName> = /* @__PURE__ */ new Set<CallName>([
  'passwordChange',
  'passwordReset',
  'emailChangeStart',
  'emailChangeValidate',
  'authenticatorStart',
  'authenticatorConfirm',
  'authenticatorRemove',
  'passkeyStart',
  'passkeyAdd',
  'passkeyRemove',
  'recoveryCodesRenew',
  'tillOpen',
  'tillPin',
  'merchantAccountUpdate',
  'keyRenew',
  'keyLeaked',
  'webhookCreate',
  'webhookUpdate',
  'webhookSecretRenew',
  'teamInvite',
  'teamUpdate',
  'teamRemove',
  'teamResend',
  'accessRequestGrant',
  'invitationAccept',
  'handoverOffer',
  'handoverAccept',
])
