import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatedCheck } from '../../money/payments/simulatedChecks.ts'
import { bankConsentPath } from '../../money/payments/simulatedPartners.ts'
import type { Services } from '../calls/call.ts'
import { acceptText } from '../calls/decodeBody.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { hasText, text, withLanguage } from '../calls/messages.ts'
import { callLanguage } from './pageLanguage.ts'
import { plainPage } from './plainPage.ts'
import { pageHeaders, pagePolicy } from './securityHeaders.ts'

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
type Request = FastifyRequest<{ Params: { id: string } }>

/** The page of a simulated bank: says so, asks for no password, and offers consent and refusal with equal weight; then back to where the customer came from. */
export function bankConsentPage(app: FastifyInstance, services: Services): void {
  const { simulatedChecks } = services.payments
  const consentOf = async ({ params: { id } }: Request) => {
    const check = idPattern.test(id) ? await simulatedChecks.read(id) : undefined
    return check?.kind === 'bank' && check.state === 'waiting' ? check : undefined
  }
  const page = async (request: Request, reply: FastifyReply) => {
    const consent = await consentOf(request)
    const html = withLanguage(callLanguage(request), () => pageOf(services, consent))
    pageHeaders(reply, pagePolicy(html, services.config))
    return reply
      .code(consent ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }
  void app.register(async (scope) => {
    acceptText(scope, 'application/x-www-form-urlencoded', 1_024)
    scope.get(`${bankConsentPath}/:id`, page)
    scope.post(`${bankConsentPath}/:id`, async (request: Request, reply) => {
      const consent = await consentOf(request)
      const answer = new URLSearchParams(String(request.body)).get('answer')
      if (!consent || (answer !== 'passed' && answer !== 'refused')) return page(request, reply)
      await simulatedChecks.answer(consent.id, answer)
      return reply.header('cache-control', 'no-store').redirect(consent.returnUrl, 303)
    })
  })
}

function pageOf({ config }: Services, consent: SimulatedCheck | undefined): string {
  const word = (key: string, values = {}) => escapeHtml(text(`consumerScreens.bank.${key}`, values))
  if (!consent) return plainPage(text('consumerScreens.bank.title'), `<p>${word('pageOver')}</p>`)
  const name = `consumerScreens.bank.name.${consent.subject}`
  const title = text('consumerScreens.bank.page', { bank: hasText(name) ? text(name) : consent.subject })
  const asks = ['asksAccounts', 'asksIncome'].map((key) => `<li>${word(key)}</li>`).join('')
  const button = (key: string, answer: string) => `<button name="answer" value="${answer}">${word(key)}</button>`
  return plainPage(
    title,
    `<p>${word('pageLead')}</p><p><strong>${word('asks', { brand: config.brand.name })}</strong></p><ul>${asks}</ul>
    <form method="post">${button('refuse', 'refused')} ${button('authorise', 'passed')}</form>`,
  )
}
