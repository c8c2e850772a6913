import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DescriptionLanguage } from '../../apiDescription/described.ts'
import type { OpenApi } from '../../apiDescription/openapi.ts'
import { panelOpenapi } from '../../apiDescription/panelOpenapi.ts'
import { providerOpenapi } from '../../apiDescription/providerOpenapi.ts'
import { publishedPanel, publishedProvider, publishedShops } from '../../apiDescription/published.ts'
import { shopOpenapi } from '../../apiDescription/shopOpenapi.ts'
import type { Services } from '../../calls/call.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'
import type { Config } from '../../config/config.ts'
import { pageHeaders, pagePolicy } from '../securityHeaders.ts'
import { sendFile, type WebFile, webPage } from '../webFiles.ts'
import { docsGroups, docsPage, type Docs } from './docsPage.ts'
import { type DocsText, docsText, docsWord } from './docsWords.ts'
import { providerIntroduction, shopsIntroduction } from './introductions.ts'
import type { DocsGroup } from './docsItems.ts'

type Api = {
  name: 'panel' | 'shops' | 'provider'
  path: string
  files: Partial<Record<DescriptionLanguage, string>>
  of: (config: Config) => OpenApi
  published: (description: OpenApi, language: DescriptionLanguage) => OpenApi
  first: (say: DocsText, config: Config) => DocsGroup | null
  messages: string | null
  others: readonly Api['name'][]
}

const apis: readonly Api[] = [
  {
    name: 'panel',
    path: '/docs',
    files: { es: 'openapi.json' },
    of: panelOpenapi,
    published: publishedPanel,
    first: () => null,
    messages: null,
    others: ['shops'],
  },
  {
    name: 'shops',
    path: '/docs/shops',
    files: { es: 'openapi-shops.json', en: 'openapi-shops.en.json' },
    of: shopOpenapi,
    published: publishedShops,
    first: (say, { hosts, publicUrl, brand }) => shopsIntroduction(say, hosts.vendorApiUrl || publicUrl, brand),
    messages: 'webhooks.about',
    others: ['panel'],
  },
  {
    name: 'provider',
    path: '/docs/provider',
    files: { es: 'openapi-provider.json', en: 'openapi-provider.en.json' },
    of: providerOpenapi,
    published: publishedProvider,
    first: (say, { publicUrl }) => providerIntroduction(say, publicUrl),
    messages: 'provider.events',
    others: ['shops', 'panel'],
  },
]

const pathOf = Object.fromEntries(apis.map(({ name, path }) => [name, path])) as Record<Api['name'], string> // of all APIs

function docsOf(api: Api, document: OpenApi, language: DescriptionLanguage, config: Config): Docs {
  const say = docsText(language)
  return {
    title: titleOf(api.name, language, config),
    about: escapeHtml(document.info.description),
    groups: docsGroups(document, api.first(say, config), api.messages, say),
    language,
    path: api.path,
    others: api.others.map((name) => ({ path: pathOf[name], title: docsWord(language, `${name}.title`) })),
    files: Object.values(api.files),
    languages: Object.keys(api.files) as DescriptionLanguage[],
    brand: config.brand,
  }
}

const titleOf = (name: Api['name'], language: DescriptionLanguage, { brand }: Config) =>
  `${brand.name} · ${docsWord(language, `${name}.title`)}`

/** Documentation of the three APIs, as pages and OpenAPI. Built on the first request, because most processes never get one. */
export function descriptions(app: FastifyInstance, { config }: Services): void {
  for (const api of apis) {
    const description = once(() => api.of(config))
    const inEach = <T>(make: (language: DescriptionLanguage) => T) => {
      const values = { es: once(() => make('es')), en: once(() => make('en')) }
      return (language: DescriptionLanguage) => values[language]()
    }
    const published = inEach((language) => {
      const document = description()
      return api.published({ ...document, info: { ...document.info, title: titleOf(api.name, language, config) } }, language)
    })
    const docs = inEach((language) => docsOf(api, published(language), language, config))
    const page = inEach((language) => webPage(docsPage(docs(language))))
    const policy = once(() => pagePolicy(page('es').plain.toString('utf8'), config))
    app.get(api.path, (request, reply) => {
      const { lang, q } = request.query as { lang?: unknown; q?: unknown }
      const language = lang === 'en' && api.files.en !== undefined ? 'en' : 'es'
      pageHeaders(reply, policy())
      if (typeof q === 'string' && q.trim() !== '')
        return reply
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(docsPage(docs(language), q))
      return send(request, reply, page(language))
    })
    for (const [language, file] of Object.entries(api.files) as [DescriptionLanguage, string][]) {
      const json = once(() => JSON.stringify(published(language)))
      app.get(
        `/${file}`,
        (_request, reply) => void reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json()),
      )
    }
  }
}

const send = (request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply => {
  sendFile(request, reply, file)
  return reply
}

function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined
  return () => (result ??= { value: make() }).value
}
