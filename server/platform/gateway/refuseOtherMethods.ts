import type { FastifyInstance } from 'fastify'
import { Refusal } from '../calls/refusal.ts'

const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** MethodNotAllowed for the other methods of each path, with the known ones in `Allow`. */
export function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, known] of methods)
    app.route({
      method: everyMethod.filter((method) => !known.has(method)),
      url,
      exposeHeadRoute: false,
      handler: (_request, reply) => {
        reply.header('allow', [...known].join(', '))
        throw new Refusal('MethodNotAllowed')
      },
    })
}
