import type { Iban } from '#contract/merchants/ibans'

/** A change of bank account, locked until the transaction ends. */
export type IbanChange = {
  id: string
  account_id: string
  merchant_id: string
  iban: string
  state: Iban['status']
  requested_by: string
  new_device: boolean
  needs_second_owner: boolean
  second_owner_id: string | null
}
