import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { brandFiles } from '../brand/brandLook.ts'

/** Serves the brand's pictures. They may be kept for ever: their addresses change with their content. An SVG that is opened by itself runs and loads nothing. */
export function serveBrandFiles(app: FastifyInstance, { brand }: Pick<Config, 'brand'>): void {
  for (const { address, type, bytes } of brandFiles(brand))
    app.get(address, (_request, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        })
        .type(type)
        .send(bytes),
    )
}
