/** Parameters of a request to Stripe, nested as its names are. */
export type Params = { [name: string]: string | Params | undefined }
export type FakeObject = { id: string; [field: string]: unknown }

/** A balance transaction (docs.stripe.com/api/balance_transactions/object). Amounts in cents. */
export type FakeMove = FakeObject & {
  type: string
  source: string | null
  amount: number
  fee: number
  net: number
  currency: string
  created: number
}

/** What Stripe keeps of a charge to a European card, in cents. */
export const chargeFee = (amount: number) => 25 + Math.round(amount * 0.015)

/** Our balance at Stripe. Tests may change what is listed. */
export class FakeBalance {
  readonly moves: FakeMove[] = []
  readonly #newId: () => string

  constructor(newId: () => string) {
    this.#newId = newId
  }

  move(type: string, source: string | null, amount: number, fee = 0): FakeMove {
    const created = Math.floor(Date.now() / 1_000)
    const object = 'balance_transaction'
    const move = { id: this.#newId(), object, type, source, amount, fee, net: amount - fee, currency: 'eur', created }
    this.moves.push(move)
    return move
  }

  /** A page, the newest first. `sourceOf`: the object that a movement is of, which the adapter asks for with it. */
  list(params: Params, sourceOf: (id: string) => object | undefined): object {
    const { gte, lt } = params['created'] as Params // the adapter always gives both
    const listed = this.moves.filter(({ created }) => created >= Number(gte) && created < Number(lt)).toReversed()
    const after = listed.findIndex(({ id }) => id === params['starting_after']) + 1
    const page = listed.slice(after, after + Number(params['limit']))
    const data = page.map((one) => ({ ...one, source: one.source === null ? null : sourceOf(one.source) }))
    return { object: 'list', has_more: after + page.length < listed.length, data }
  }
}
