import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cents, formatEuros } from '#domain/platform/money'
import type { SimulatedRecord } from '../../money/payments/simulatedCardRecords.ts'
import { challengePath } from '../../money/payments/simulatedCards.ts'
import type { Services } from '../calls/call.ts'
import { acceptText } from '../calls/decodeBody.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text, withLanguage } from '../calls/messages.ts'
import { callLanguage } from './pageLanguage.ts'
import { plainPage } from './plainPage.ts'
import { pageHeaders, pagePolicy } from './securityHeaders.ts'

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
type Request = FastifyRequest<{ Params: { id: string } }>

/**
 * The page of the simulated card provider on which a customer authenticates a payment, as a bank would ask for (3-D Secure): approve or refuse, then back to
 * where they came from.
 */
export function cardChallenge(app: FastifyInstance, services: Services): void {
  const { simulatedCards } = services.payments
  const recordOf = async ({ params: { id } }: Request) => (idPattern.test(id) ? await simulatedCards.read(id) : undefined)
  const page = async (request: Request, reply: FastifyReply) => {
    const record = await recordOf(request)
    const html = withLanguage(callLanguage(request), () => challengePage(services, record))
    pageHeaders(reply, pagePolicy(html, services.config))
    return reply
      .code(record ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }
  void app.register(async (scope) => {
    acceptText(scope, 'application/x-www-form-urlencoded', 1_024)
    scope.get(`${challengePath}/:id`, page)
    scope.post(`${challengePath}/:id`, async (request: Request, reply) => {
      const record = await recordOf(request)
      const answer = new URLSearchParams(String(request.body)).get('answer')
      if (!record?.returnUrl || (answer !== 'approved' && answer !== 'refused')) return page(request, reply)
      await simulatedCards.answer(record.id, answer)
      return reply.header('cache-control', 'no-store').redirect(record.returnUrl, 303)
    })
  })
}

function challengePage({ config }: Services, record: SimulatedRecord | undefined): string {
  const word = (key: string, values = {}) => escapeHtml(text(`checkout.challenge.${key}`, values))
  const title = text('checkout.challenge.title')
  if (record?.returnUrl == null) return plainPage(title, `<p>${word('unknown')}</p>`)
  const detail = word('detail', { brand: config.brand.name, amount: formatEuros(cents(record.amountCents)) })
  const button = (answer: string) => `<button name="answer" value="${answer}">${word(answer)}</button>`
  return plainPage(
    title,
    `<p>${word('simulated')}</p><p><strong>${detail}</strong></p><form method="post">${button('refused')} ${button('approved')}</form>`,
  )
}
