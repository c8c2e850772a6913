import { type Substatus, substatuses } from '#domain/sales/operations/states'

/** The filters of the list of all shops' operations. `amount` in cents. */
export type OperationFilters = {
  search: string | undefined
  merchant: string | undefined
  substatus: Substatus | undefined
  amount: string | undefined
  since: string | undefined
  until: string | undefined
  mode: 'live' | 'sandbox'
}

const textIn = (text: string | undefined): string | undefined => (text === '' ? undefined : text?.slice(0, 120))
const dayIn = (text: string | undefined): string | undefined => (text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

/** The filters in a page's address; what is not one of theirs is ignored. */
export function filtersIn(search: Readonly<Record<string, string>>): OperationFilters {
  const { search: typed, merchant, substatus, amount, since, until, mode } = search
  return {
    search: textIn(typed),
    merchant: textIn(merchant),
    substatus: substatuses.find((one) => one === substatus),
    amount: amount !== undefined && /^\d{1,9}$/.test(amount) ? amount : undefined,
    since: dayIn(since),
    until: dayIn(until),
    mode: mode === 'sandbox' ? 'sandbox' : 'live',
  }
}

/** Removes every filter from the address. */
export const noFilters: Readonly<Record<string, string>> = { search: '', merchant: '', substatus: '', amount: '', since: '', until: '' }
