import type { OpenKey } from '../keys/keyring.ts'

/** A call that has been answered. */
export type AnsweredCall = {
  key: Pick<OpenKey, 'keyId' | 'kind' | 'merchantId' | 'mode'>
  requestId: string
  at: Date
  /** The call's name; empty: an address that does not exist. */
  call: string
  method: string
  path: string
  url: string
  status: number
  errorType: string | null
  ms: number
  body: string
  isForm: boolean
  /** The body of an error. */
  answer: string | null
}

/** The counters of one hour; the key is the row's key. */
export type HourCount = {
  merchantId: string
  mode: string
  hour: Date
  keyId: string
  call: string
  method: string
  status: number
  errorType: string
  calls: number
}

/** The calls that wait, and the counters to be added to. */
export type Batch = { calls: AnsweredCall[]; counts: Map<string, HourCount> }
