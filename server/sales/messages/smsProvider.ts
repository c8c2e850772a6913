/** A text message. `id` is ours and the provider's idempotency key: sent again with the same id it goes out once. */
export type Sms = { to: string; text: string; id: string }

/** `rejected`: this number will never get it; `unreachable`: whether it went out is unknown, and asking again finds out. */
export type SmsOutcome = 'sent' | 'rejected' | 'unreachable'

/** What we need of whoever sends text messages. Never throws. `to`: nine national digits of Spain. */
export type SmsProvider = { send(sms: Sms): Promise<SmsOutcome> }
