import type { ServerResponse } from 'node:http'
import type { Params } from './fakeStripeBalance.ts'
import type { FakeAccount } from './fakeStripeObjects.ts'

const page = (response: ServerResponse, content: string) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Stripe</title><form method="post">${content}</form></html>`)

const goTo = (response: ServerResponse, address: string) => response.writeHead(303, { location: address }).end()

/** The pages that customers see: one where they give their card, and their bank's, where they approve or refuse a payment. Whether it was one of them. */
export function answerPage(
  response: ServerResponse,
  account: FakeAccount,
  { method = '', path }: { method?: string; path: string },
  form: Params,
): boolean {
  const [, kind, id = ''] = path.split('/')
  if (kind !== 'pay' && kind !== '3ds') return false
  if (method === 'GET')
    page(
      response,
      kind === 'pay'
        ? '<label>Card number <input name="number"></label> <button>Save card</button>'
        : '<button name="answer" value="approved">Complete</button> <button name="answer" value="refused">Fail</button>',
    )
  else if (kind === 'pay') goTo(response, account.giveCard(id, String(form['number'])))
  else goTo(response, account.authenticate(id, form['answer'] === 'approved' ? 'approved' : 'refused'))
  return true
}
