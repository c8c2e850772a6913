import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NamedConsoleCall } from '#contract/consoleApi'
import { consoleUrl } from '../config/consoleConfig.ts'
import { envelope, serialise, successOf } from '../calls/answer.ts'
import type { Services } from '../calls/call.ts'
import type { AnyConsoleHandler, StaffCaller } from '../calls/consoleHandler.ts'
import { tokenIn } from '../calls/cookies.ts'
import { bodyMarks, byKey, readKey, type Repeat } from '../calls/idempotency.ts'
import { withLanguage } from '../calls/messages.ts'
import { Refusal } from '../calls/refusal.ts'
import { jobsTopic } from '../events/changes.ts'
import { answerProviderCall, bodyTextOf, refuseProviderCall } from '../gateway/answerProviderCall.ts'
import { parseBody, parseQuery } from '../gateway/parse.ts'
import { callLanguage } from '../pages/pageLanguage.ts'
import { authenticateStaff } from './authenticateStaff.ts'
import { openidCookieName, staffCookieName } from './consoleCookie.ts'

type RouteDeps = { endpoint: NamedConsoleCall; handler: AnyConsoleHandler; services: Services }

/** The route handler of any call of the console: authenticates, authorises, parses, deduplicates, runs the handler, audits and answers. */
export function handleConsoleCall(deps: RouteDeps) {
  const { endpoint, services } = deps
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    withLanguage(callLanguage(request), async () => {
      reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      let staff: StaffCaller | null = null
      const refused = (refusal: Refusal) => envelope(refusal, request.id)
      try {
        assertSameOrigin(request, services)
        const { policy } = endpoint
        if (policy.roles === 'public') return await answerPublic(deps, request, reply)
        const active = !endpoint.background && request.headers['x-background'] === undefined
        staff = await authenticateStaff(services, tokenOf(request, services), active)
        assertAllowed(endpoint, staff)
        const facts = { ...factsOf(deps, request, reply), staff }
        const repeat = repeatOf(deps, request, staff)
        return await answerProviderCall({
          ...deps,
          request,
          reply,
          by: staff,
          secondPerson: policy.secondPerson,
          repeat,
          facts,
          refused,
        })
      } catch (error) {
        return refuseProviderCall(error, { ...deps, request, reply, by: staff, refused })
      }
    })
}

/** Refuses with PermissionDenied a member of staff with none of the call's roles. */
function assertAllowed({ policy }: NamedConsoleCall, { roles }: StaffCaller): void {
  if (policy.roles !== 'public' && !policy.roles.some((role) => roles.has(role))) throw new Refusal('PermissionDenied')
}

/** A call without a session: its handler opens its own transactions. */
async function answerPublic(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { endpoint, handler, services } = deps
  const body = await handler({ ...factsOf(deps, request, reply), staff: null, db: null } as never) // `endpoint` and `handler` are those of one call name
  if (endpoint.method !== 'GET') services.changes.publish(jobsTopic)
  return reply.code(successOf(endpoint).status).send(serialise(endpoint, body, services.config.checkAnswers))
}

function repeatOf({ endpoint, services }: RouteDeps, request: FastifyRequest, { staffId, sessionId }: StaffCaller): Repeat | undefined {
  if (endpoint.method === 'GET' || endpoint.neverStore) return undefined
  const key = readKey(request.headers['idempotency-key'])
  if (key === undefined) return undefined
  const marks = bodyMarks(services.config.sessionSecrets, bodyTextOf(request))
  const path = request.url.split('?')[0] ?? ''
  return byKey(key, { userId: staffId, sessionId, merchantId: '', mode: '', method: endpoint.method, path, bodyMarks: marks })
}

/** CSRF: refuses writes from pages of any other origin, also of our own site's other hosts. */
function assertSameOrigin({ method, headers }: FastifyRequest, { config }: Services): void {
  if (method === 'GET') return
  const { origin, 'sec-fetch-site': site, host } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('PermissionDenied')
  const ownHosts = [new URL(consoleUrl(config)).host, host]
  if (origin !== undefined && (!URL.canParse(origin) || !ownHosts.includes(new URL(origin).host))) throw new Refusal('PermissionDenied')
}

const tokenOf = ({ headers }: FastifyRequest, { config }: Services) => tokenIn(headers.cookie, staffCookieName(config))

const factsOf = ({ endpoint, services }: RouteDeps, request: FastifyRequest, reply: FastifyReply) => ({
  params: request.params,
  query: parseQuery(endpoint, request.query),
  body: parseBody(endpoint, bodyTextOf(request)),
  services,
  now: services.wallClock(),
  ip: request.ip,
  requestId: request.id,
  http: {
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    token: tokenOf(request, services),
    openid: tokenIn(request.headers.cookie, openidCookieName(services.config)),
    setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
  },
})
