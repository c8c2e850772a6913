import type { FastifyInstance } from 'fastify'
import { consoleCalls } from '#contract/consoleApi'
import type { AnyConsoleHandler, ConsoleHandlers } from '../calls/consoleHandler.ts'
import type { Services } from '../calls/call.ts'
import { refuseOtherMethods } from '../gateway/refuseOtherMethods.ts'
import { inSpanOf } from '../tracing/spans.ts'
import { handleConsoleCall } from './handleConsoleCall.ts'

/** A route for each call of the console, and MethodNotAllowed for the other methods of its path. */
export function addConsoleCalls(app: FastifyInstance, services: Services, handlers: ConsoleHandlers): void {
  const methods = new Map<string, Set<string>>()
  for (const endpoint of consoleCalls) {
    const url = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    methods.set(url, (methods.get(url) ?? new Set()).add(endpoint.method))
    // Each name has its own type of handler; here they are treated alike.
    const handler = handlers[endpoint.name] as unknown as AnyConsoleHandler // the table holds one for each name
    app.route({
      method: endpoint.method,
      url,
      exposeHeadRoute: false,
      ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
      config: { call: `console.${endpoint.name}` },
      handler: handleConsoleCall({ endpoint, handler: inSpanOf({ name: `console.${endpoint.name}` }, handler), services }),
    })
  }
  refuseOtherMethods(app, methods)
}
