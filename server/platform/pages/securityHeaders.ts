import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/** Where browsers send CSP reports. */
export const reportPath = '/csp-reports'

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), browsing-topics=()',
  // For data: nothing may run, load or be framed. Pages override it with their own policy.
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** Sets the security headers of every response, including errors and files. */
export function securityHeaders(reply: FastifyReply, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  reply.headers(everywhere)
  if (publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

const originOf = (address: string) => (address === '' ? [] : [new URL(address.replaceAll('{key}', 'key')).origin])

/** CSP hashes of a page's inline scripts or styles. */
export function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const found = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...found]
    .filter(([, attributes = '']) => !/\bsrc=|type="(?:application|text)\/(?!javascript)/.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** The CSP of a page: only our own files, inline parts by hash, and the configured hosts. */
export function pagePolicy(html: string, { hosts, publicUrl, analytics }: Pick<Config, 'hosts' | 'publicUrl' | 'analytics'>): string {
  const provider = [...originOf(hosts.providerScriptUrl), ...originOf(analytics.scriptUrl)]
  const connect = new Set([
    "'self'",
    ...originOf(hosts.vendorApiUrl),
    ...originOf(hosts.onboardingUrl),
    ...originOf(hosts.loginUrl),
    ...originOf(hosts.checkoutUrl),
    ...(analytics.url.startsWith('/') ? [] : originOf(analytics.url)),
    ...provider,
  ])
  return [
    "default-src 'none'",
    `script-src 'self' ${[...inlineHashes(html, 'script'), ...provider].join(' ')}`.trimEnd(),
    `style-src 'self' ${inlineHashes(html, 'style').join(' ')}`.trimEnd(),
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${[...connect].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Only the loader of the provider's script may create a script URL.
    "require-trusted-types-for 'script'",
    'trusted-types script-address',
    'report-to csp',
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * The CSP of the customer's pages: only our own files, whatever the configuration, and the card provider's page in a frame, by its
 * origin.
 */
export function checkoutPolicy(
  html: string,
  { hosts, publicUrl }: Pick<Config, 'hosts' | 'publicUrl'>,
  cardFieldUrl: string | null,
): string {
  // In test mode the field is always the simulated one, on our own host.
  const frame = cardFieldUrl !== null && URL.canParse(cardFieldUrl) ? `'self' ${new URL(cardFieldUrl).origin}` : "'self'"
  const connect = ["'self'", ...originOf(hosts.vendorApiUrl)]
  return closedPolicy(html, publicUrl, [`connect-src ${connect.join(' ')}`, `frame-src ${frame}`, "frame-ancestors 'none'"])
}

/** The CSP of the simulated card field: it connects to nobody, and may be framed by our pages only. */
export function cardFieldPolicy(html: string, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return closedPolicy(html, publicUrl, ["connect-src 'none'", "frame-ancestors 'self'"])
}

/** The CSP of the provider's console: only our own files and calls, whatever the configuration; documents are read in a worker of ours, e-mails shown in a frame. */
export function consolePolicy(html: string, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return closedPolicy(html, publicUrl, ["connect-src 'self'", "frame-src 'self'", "frame-ancestors 'none'"], 'script-address')
}

/** `trustedTypes`: the policy that may make a script's address. */
function closedPolicy(html: string, publicUrl: string, more: readonly string[], trustedTypes = "'none'"): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineHashes(html, 'script').join(' ')}`.trimEnd(),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ...more,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
    'report-to csp',
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Sets a page's CSP and its reporting. `camera`: the page may use the camera, frames in it may not. */
export function pageHeaders(reply: FastifyReply, policy: string, camera = false): void {
  if (camera) reply.header('permissions-policy', everywhere['permissions-policy'].replace('camera=()', 'camera=(self)'))
  reply.headers({ 'content-security-policy': policy, 'reporting-endpoints': `csp="${reportPath}"` })
}
