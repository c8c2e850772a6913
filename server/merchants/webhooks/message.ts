import { hexOf } from '../../platform/calls/wire.ts'

/** A message as it stands in the outbox. */
export type StoredMessage = { message_id: string; type: string; happened_at: Date; data: unknown }

/** `webhook-id`: the same at every try and at every address. */
export const messageIdOf = ({ message_id }: Pick<StoredMessage, 'message_id'>): string => `msg_${hexOf(message_id)}`

/** What is sent, byte for byte: the same at every try, for the outbox never changes. */
export const messageBody = ({ type, happened_at, data }: Omit<StoredMessage, 'message_id'>): string =>
  JSON.stringify({ type, timestamp: happened_at.toISOString(), data })
