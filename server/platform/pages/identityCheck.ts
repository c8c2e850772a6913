import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { simulatedAnswers, type SimulatedCheck } from '../../money/payments/simulatedChecks.ts'
import { identityCheckPath } from '../../money/payments/simulatedIdentity.ts'
import type { Services } from '../calls/call.ts'
import { acceptText } from '../calls/decodeBody.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text, withLanguage } from '../calls/messages.ts'
import { sql } from '../database/sql.ts'
import { callLanguage } from './pageLanguage.ts'
import { plainPage } from './plainPage.ts'
import { pageHeaders, pagePolicy } from './securityHeaders.ts'

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
type Request = FastifyRequest<{ Params: { id: string } }>

/** The page of the simulated identity partner, on which a customer says how their check ends; then back to where they came from. */
export function identityCheck(app: FastifyInstance, services: Services): void {
  const { simulatedChecks } = services.payments
  const checkOf = async ({ params: { id } }: Request) => {
    const check = idPattern.test(id) ? await simulatedChecks.read(id) : undefined
    return check?.kind === 'identity' && check.state === 'waiting' ? check : undefined
  }
  const page = async (request: Request, reply: FastifyReply) => {
    const check = await checkOf(request)
    const html = withLanguage(callLanguage(request), () => checkPage(check))
    pageHeaders(reply, pagePolicy(html, services.config))
    return reply
      .code(check ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }
  void app.register(async (scope) => {
    acceptText(scope, 'application/x-www-form-urlencoded', 1_024)
    scope.get(`${identityCheckPath}/:id`, page)
    scope.post(`${identityCheckPath}/:id`, async (request: Request, reply) => {
      const check = await checkOf(request)
      const value = new URLSearchParams(String(request.body)).get('answer')
      const answer = simulatedAnswers.find((one) => one === value)
      if (!check || !answer) return page(request, reply)
      await simulatedChecks.answer(check.id, answer)
      // As a notification would: also when the customer does not return.
      await services.database.write(null, (db) =>
        db.run(sql`update identity_checks i set due_at = ${services.wallClock()} where i.id = ${check.id} and i.due_at is not null`),
      )
      return reply.header('cache-control', 'no-store').redirect(check.returnUrl, 303)
    })
  })
}

function checkPage(check: SimulatedCheck | undefined): string {
  const word = (key: string) => escapeHtml(text(`checkout.identityCheck.${key}`))
  const title = text('checkout.identityCheck.title')
  if (!check) return plainPage(title, `<p>${word('unknown')}</p>`)
  const button = (answer: string) => `<button name="answer" value="${answer}">${word(answer)}</button>`
  return plainPage(
    title,
    `<p>${word('simulated')}</p><p>${word('how')}</p><form method="post">${simulatedAnswers.map(button).join(' ')}</form>`,
  )
}
