import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '#contract/index'
import { consoleCalls } from '#contract/consoleApi'
import { storedMail } from '../outbound/storedMail.ts'
import { personas } from '../../demo/personas.ts'
import { appSecretOf, staffPersonas } from '../../demo/staffPersonas.ts'
import { accessibilityPage, outboxPage } from './plainPage.ts'
import { envelope } from '../calls/answer.ts'
import { appManifest } from './appManifest.ts'
import { brandLook } from '../brand/brandLook.ts'
import { brandHead, frameBrand } from './brandHtml.ts'
import { serveBrandFiles } from './brandFiles.ts'
import { brandStyle } from './brandStyle.ts'
import type { Services } from '../calls/call.ts'
import { checkoutStart, startsCheckout, notifiesOpener } from './checkoutStart.ts'
import { simulatedPages } from './simulatedPages.ts'
import { demoShop } from './demoShop.ts'
import { descriptions } from './docs/descriptions.ts'
import { escapeHtml, jsonForHtml } from '../calls/escapeHtml.ts'
import { version } from '../config/version.ts'
import { health } from './health.ts'
import type { Language } from '#domain/platform/languages'
import { offered, withLanguage } from '../calls/messages.ts'
import { callLanguage, customerLanguage, panelLanguage } from './pageLanguage.ts'
import { methodsAt } from '../calls/methodsAt.ts'
import { pluginFiles } from './pluginFiles.ts'
import { Refusal } from '../calls/refusal.ts'
import { cardFieldPolicy, checkoutPolicy, consolePolicy, pageHeaders, pagePolicy, reportPath } from './securityHeaders.ts'
import { shortLinks } from './shortLinks.ts'
import { shopScript } from './shopScript.ts'
import { readWebFiles, sendFile, webPage, type WebFile } from './webFiles.ts'
import { wellKnown } from './wellKnown.ts'

/** For unknown URLs: without an id in `fields`, which would send the app to its root. */
const noSuchCall = () => new Refusal('ObjectNotFoundException')

/** `camera`: the page scans codes. */
type Page = { file: WebFile; policy: string; camera?: boolean }
/** A page in every offered language. */
type Pages = (language: Language) => Page

const builtWeb = join(import.meta.dirname, '../../../dist/web')
/** Pages of the small bundle without a session. */
const outside = new Set([
  '/login',
  '/new-password',
  '/stop-change',
  '/stop-email',
  '/invitation',
  '/sign-up',
  '/till',
  '/continue',
  '/provider-view',
])
/** Below these there are calls only, no pages. */
const apis = ['/v2', '/console/v1', '/provider/v1']
const cardFieldAddress = '/card-field'
/** Whether a path is a file's; a member's e-mail address has a similar ending. */
const isFile = (path: string) => /\.[a-z0-9]{1,12}$/i.test(path) && !/@|%40/.test(path)
const isAtOrBelow = (place: string, root: string) => place === root || place.startsWith(`${root}/`)
const isCheckout = (place: string) => ['/checkout', '/bank', '/credit'].some((root) => isAtOrBelow(place, root))
const isConsole = (place: string) => isAtOrBelow(place, '/console')

function brandOf({ config }: Services) {
  const { name, vendor, legalName, supportEmail, supportPhone } = config.brand
  return { name, vendor, legalName, supportEmail, supportPhone, look: brandLook(config.brand) }
}

/** A built page with this installation's brand and settings. */
function completed(html: string, { config: { brand, publicUrl } }: Services, settings: string): string {
  const { whole, small } = frameBrand(brand)
  const places: Record<string, string> = {
    brand: escapeHtml(brand.name),
    'brand-whole': whole,
    'brand-small': small,
    settings: `${brandHead(brand, publicUrl)}${settings}`,
  }
  return html.replace(/<!--(brand|brand-whole|brand-small|settings)-->/g, (_place, name: string) => places[name] ?? '')
}

/** Settings of this installation for the pages. */
function settingsOf(services: Services): string {
  const { config } = services
  const people = personas.map((persona) => ({
    email: persona.email,
    password: config.demoPassword,
    name: `${persona.firstName} ${persona.lastName}`,
    about: persona.note,
  }))
  const settings = {
    brand: brandOf(services),
    version,
    hosts: config.hosts,
    demo: config.demo,
    signUp: config.signUp,
    personas: config.demo ? people : [],
    analytics: config.analytics,
    languages: offered,
    cookieDomain: config.cookieDomain ?? '',
  }
  return `<script type="application/json" id="settings">${jsonForHtml(settings)}</script>${styleOf(services)}`
}

const styleOf = ({ config }: Services) => (Object.keys(config.brand.colours).length > 0 ? '<link rel="stylesheet" href="/brand.css">' : '')

/** A page in each language, made when it is first asked for; in Spanish at once, so that a fault in it ends the start. */
function inEach(make: (language: Language) => Page): Pages {
  const pageByLanguage = new Map<Language, Page>([['es', make('es')]])
  return (language) => {
    const page = pageByLanguage.get(language) ?? make(language)
    pageByLanguage.set(language, page)
    return page
  }
}

/** A page of the built app, which is taken out of `files`; undefined where nothing is built. */
function builtPages(files: Map<string, WebFile>, name: string, complete: (html: string) => Page): Pages | undefined {
  const take = (address: string) => {
    const file = files.get(address)
    files.delete(address)
    return file
  }
  const spanish = take(`/${name}.html`)
  if (!spanish) return undefined
  const waiting = new Map<Language, Buffer>()
  for (const language of offered) waiting.set(language, (take(`/${name}.${language}.html`) ?? spanish).plain)
  return inEach((language) => {
    const page = complete(waiting.get(language)?.toString('utf8') ?? '')
    // Made once: what it was made of is no longer needed.
    waiting.delete(language)
    return page
  })
}

/** The live card provider's page that is shown in a frame; null when it has none. */
function cardFrame({ payments }: Services): string | null {
  const setup = payments.cards.setup('live')
  return setup.kind === 'field' ? setup.url : null
}

/** Pages that customers come by. */
function customersPages(app: FastifyInstance, services: Services): void {
  simulatedPages(app, services)
  shortLinks(app, services)
}

/** The customer's pages: lender, contact and API host; nothing of the back office. */
function checkoutPage(services: Services, html: string): Page {
  const { hosts, shopWords } = services.config
  const settings = { brand: brandOf(services), hosts: { vendorApiUrl: hosts.vendorApiUrl }, shopWords, languages: offered }
  const block = `<script type="application/json" id="settings">${jsonForHtml(settings)}</script>${styleOf(services)}`
  const whole = completed(html, services, block)
  return { file: webPage(whole), policy: checkoutPolicy(whole, services.config, cardFrame(services)) }
}

function cardFieldPage(services: Services, html: string): Page {
  const whole = completed(html, services, styleOf(services))
  return { file: webPage(whole), policy: cardFieldPolicy(whole, services.config) }
}

/** The page of the provider's console: the brand, and nothing of the merchants' panel. */
function consolePage(services: Services, html: string): Page {
  const { cookieDomain, demo, demoPassword } = services.config
  const people = staffPersonas.map((persona) => ({
    email: persona.email,
    password: demoPassword,
    secret: appSecretOf(persona),
    name: `${persona.firstName} ${persona.lastName}`,
    about: persona.note,
  }))
  const settings = {
    brand: brandOf(services),
    demo,
    staffPersonas: demo ? people : [],
    languages: offered,
    cookieDomain: cookieDomain ?? '',
  }
  const block = `<script type="application/json" id="settings">${jsonForHtml(settings)}</script>${styleOf(services)}`
  const whole = completed(html, services, block)
  return { file: webPage(whole), policy: consolePolicy(whole, services.config) }
}

function pageOf(services: Services, html: string): Page {
  const whole = completed(html, services, settingsOf(services))
  return { file: webPage(whole), policy: pagePolicy(whole, services.config) }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { file, policy, camera }: Page): void {
  pageHeaders(reply, policy, camera)
  sendFile(request, reply, file, 'accept-encoding, accept-language, cookie')
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  const { status, body } = withLanguage(callLanguage(request), () => envelope(refusal, request.id))
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

const allowed = methodsAt([...calls, ...consoleCalls])

/** Refuses what no route takes: MethodNotAllowed at the path of a call that has other methods. */
function refuseCall(request: FastifyRequest, reply: FastifyReply): void {
  const methods = allowed(request.url)
  if (methods !== undefined) reply.header('allow', methods)
  sendRefusal(request, reply, methods === undefined ? noSuchCall() : new Refusal('MethodNotAllowed'))
}

/**
 * Everything that is not a call: the app's pages and files, health, metrics, API documentation, and the outbox of the demonstration. An unknown path below
 * an API is answered with an error, never with a page.
 */
export async function pages(app: FastifyInstance, services: Services, webFolder = builtWeb): Promise<void> {
  for (const add of [health, reports, descriptions, pluginFiles]) add(app, services)
  app.get('/brand.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(brandStyle(services.config.brand.colours)),
  )
  wellKnown(app, services)
  app.get('/robots.txt', (_request, reply) => void reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'))
  const statement = inEach((language) => withLanguage(language, () => pageOf(services, accessibilityPage(services.config.brand))))
  app.get('/accessibility', (request, reply) => sendPage(request, reply, statement(panelLanguage(request))))
  if (services.config.demo && services.config.smtpUrl === null) {
    app.get('/outbox', async (request, reply) =>
      sendPage(request, reply, pageOf(services, outboxPage(await storedMail(services.config), services.config.brand))),
    )
  }

  if (services.config.demo) {
    demoShop(app, services, (request, reply, { html, policy }) => {
      // Like a shop's page: it opens windows and receives messages from them.
      reply.header('cross-origin-opener-policy', 'unsafe-none')
      sendPage(request, reply, { file: webPage(html), policy })
    })
  }

  customersPages(app, services)
  appManifest(app, services.config)
  serveBrandFiles(app, services.config)
  const files = readWebFiles(webFolder)
  const built = (name: string, complete = pageOf) => builtPages(files, name, (html) => complete(services, html))
  const inside = built('index', (all, html) => ({ ...pageOf(all, html), camera: true }))
  const login = built('login')
  const checkout = built('checkout', checkoutPage)
  const cardField = built('cardField', cardFieldPage)
  const providerConsole = built('console', consolePage)
  shopScript(app, services, files)
  const pageAt = (place: string): Pages | undefined => {
    if (place === cardFieldAddress) return cardField
    if (isCheckout(place)) return checkout
    if (isConsole(place)) return providerConsole
    return outside.has(place) ? login : inside
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = request.url.split('?')[0] ?? '/'
      if (apis.some((api) => isAtOrBelow(path, api))) return refuseCall(request, reply)
      const file = files.get(path)
      if (file) return sendFile(request, reply, file)
      const place = path.replace(/\/+$/, '')
      if (notifiesOpener(request) && (place === '' || isCheckout(place))) reply.header('cross-origin-opener-policy', 'unsafe-none')
      if (place === '' && startsCheckout(request))
        return checkoutStart(request, services).then(({ address, cookie }) => {
          if (cookie !== undefined) reply.header('set-cookie', cookie)
          return reply.header('cache-control', 'no-store').redirect(address)
        })
      // Only the card field may be framed, by its own origin; this header is for old browsers.
      if (place === cardFieldAddress) reply.header('x-frame-options', 'SAMEORIGIN')
      const customers = place === cardFieldAddress || isCheckout(place)
      const page = pageAt(place)
      // A missing file is an error; for an unknown page the app redirects to its root.
      if (!page || isFile(path)) return sendRefusal(request, reply, noSuchCall())
      sendPage(request, reply, page(customers ? customerLanguage(request) : panelLanguage(request)))
    },
  })
  app.setNotFoundHandler(refuseCall)
}

type Report = { type?: string; body?: { effectiveDirective?: string; blockedURL?: string } }

/** CSP reports; logged without our own URLs, which may contain search terms. */
function reports(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/reports+json', { parseAs: 'string', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(reportPath, (request, reply) => {
      for (const { type, body } of reportsIn(String(request.body)).slice(0, 10)) {
        const blocked = body?.blockedURL ?? ''
        services.log('warn', 'policy_breach', {
          type: String(type).slice(0, 40),
          directive: String(body?.effectiveDirective).slice(0, 60),
          blocked: URL.canParse(blocked) ? new URL(blocked).origin : blocked.slice(0, 20),
        })
      }
      reply.code(204).send()
    })
  })
}

function reportsIn(text: string): Report[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((item): item is Report => typeof item === 'object' && item !== null) : []
  } catch {
    return []
  }
}
