import type { FastifyInstance } from 'fastify'
import { consoleCalls } from '#contract/consoleApi'
import type { AnyConsoleHandler, ConsoleHandlers } from '../calls/consoleHandler.ts'
import type { Services } from '../calls/call.ts'
import { inSpanOf } from '../tracing/spans.ts'
import { handleConsoleCall } from './handleConsoleCall.ts'

/** A route for each call of the console. */
export function addConsoleCalls(app: FastifyInstance, services: Services, handlers: ConsoleHandlers): void {
  for (const endpoint of consoleCalls) {
    // Each name has its own type of handler; here they are treated alike.
    const handler = handlers[endpoint.name] as unknown as AnyConsoleHandler // the table holds one for each name
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(endpoint.maxBytes === undefined ? {} : { bodyLimit: endpoint.maxBytes }),
      config: { call: `console.${endpoint.name}` },
      handler: handleConsoleCall({ endpoint, handler: inSpanOf({ name: `console.${endpoint.name}` }, handler), services }),
    })
  }
}
