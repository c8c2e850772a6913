// Made of the contract by `npm run client`: not to be changed by hand.

type Filters<Name extends string, Lookup extends string, Value> = { readonly [F in `${Name}${Lookup}`]?: Value | readonly Value[] }

/** Several must all hold; of several values of one any may, up to 20. Without `status` the list holds what was granted; `q` takes up to 10 words. */
export type OperationListQuery = {
  readonly page?: number
  readonly q?: string
  readonly status?: OrderStatus | readonly OrderStatus[]
  readonly ordering?: Ordering | readonly Ordering[]
} & Filters<
  | 'mid'
  | 'id'
  | 'customer-id'
  | 'customer-phone-number'
  | 'customer-phone-country'
  | 'customer-document_id-number'
  | 'customer-document_id-country'
  | 'account-id',
  '' | '-exact' | '-iexact' | '-contains' | '-icontains' | '-startswith' | '-istartswith' | '-endswith' | '-iendswith' | '-in' | '-search',
  string
> &
  Filters<'total_amount', '' | '-exact' | '-gt' | '-gte' | '-lt' | '-lte', number> &
  Filters<'discount' | 'discount_rate' | 'instalment_plan-downpayment-amount', '-isnull', boolean> &
  Filters<'discount' | 'discount_rate' | 'instalment_plan-downpayment-amount', '' | '-exact' | '-gt' | '-gte' | '-lt' | '-lte', number> &
  Filters<'created' | 'customer-created', '-year' | '-month' | '-week_day' | '-day' | '-hour', string | number> &
  Filters<'created' | 'customer-created', '' | '-exact' | '-gt' | '-gte' | '-lt' | '-lte', string> &
  Filters<'verified' | 'confirmed' | 'cancelled' | 'account-last_login' | 'account-date_joined', '-isnull', boolean> &
  Filters<
    'verified' | 'confirmed' | 'cancelled' | 'account-last_login' | 'account-date_joined',
    '-year' | '-month' | '-week_day' | '-day' | '-hour',
    string | number
  > &
  Filters<
    'verified' | 'confirmed' | 'cancelled' | 'account-last_login' | 'account-date_joined',
    '' | '-exact' | '-gt' | '-gte' | '-lt' | '-lte',
    string
  > &
  Filters<'instalment_plan-downpayment-state', '' | '-exact', 'pending' | 'paid' | 'failed' | 'refunded'> &
  Filters<'customer-document_id-type', '' | '-exact', 'nif' | 'nie' | 'cif' | 'passport' | 'others'> &
  Filters<'account-type', '' | '-exact', 'g' | 'n' | 'e'> &
  Filters<'account-gender', '' | '-exact', '0' | '1' | '2' | '3'>

type OrderStatus = 'ok' | 'pending' | 'ko' | 'any'
type Ordering = OrderingName | `-${OrderingName}`
type OrderingName =
  | 'total_amount'
  | 'created'
  | 'verified'
  | 'confirmed'
  | 'cancelled'
  | 'account-last_login'
  | 'account-date_joined'
  | 'account-created'
