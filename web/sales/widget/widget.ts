import { firstShown, widgetDefaults, type WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { readContainer, vendor, type ContainerRequest } from './containerRequest.ts'
import { drawOutside, drawPlans } from './draw.ts'
import { make } from './make.ts'
import { ownStyle } from './ownStyle.ts'
import { plansOf, type Answer } from './plans.ts'
import { priceReader } from './priceReader.ts'
import type { Where } from './scriptTag.ts'
import style from './style.css?inline'
import { watchSources } from './watchSources.ts'

export type Widget = { /** Reads the container again and redraws it if anything changed. */ update(): void; stop(): void }

// A constructed stylesheet: the page's Content-Security-Policy need not allow inline styles.
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/** Renders one container; the page's own children stay in it until the first plans arrive. */
export function makeWidget(element: HTMLElement, where: Where): Widget {
  let root: ShadowRoot | undefined
  let version = 0
  let shown = ''
  const scopeNames = ownStyle()
  let inPage: HTMLElement | undefined
  let picked: { amount: number; numInstalments: number } | null = null
  const sources = watchSources(element, () => update())
  const keyNow = () => element.dataset['publicKey'] ?? where.key

  async function draw(request: ContainerRequest, ownVersion: number): Promise<void> {
    const { amount, options, own, overrides } = request
    if (typeof amount !== 'number') return paint([], request, null)
    const all = await plansOf({ host: where.host, key: keyNow() }, { ...request, amount })
    // Superseded by a newer request.
    if (ownVersion !== version) return
    const { product } = options
    const only = product === null ? all.plans : all.plans.filter((plan) => plan.product === product)
    // A requested product that does not fit falls back to those that do, except pay later.
    const answer = only.length === 0 && product !== 'pay_later' ? all : { ...all, plans: only }
    const saved = own ? widgetDefaults[request.view] : answer.preferences
    const preferences = { ...saved, ...overrides }
    if (preferences.disabled) return paint([], request, preferences)
    const preselected = picked?.amount === amount ? picked.numInstalments : preferences.defaultInstalments
    const chosen = firstShown(answer.plans, preselected)
    if (chosen === null) return paint(preferences.outOfLimits === 'show' ? drawOutside(answer, amount) : [], request, preferences)
    const ownText = own || overrides.legalText !== undefined
    paint(drawPlans({ answer, preferences, options, chosen, amount, ownText }, choose(answer, request)), request, preferences)
  }
  const choose = (answer: Answer, request: ContainerRequest) => (index: number) => {
    const plan = answer.plans[index]
    if (!plan || typeof request.amount !== 'number') return
    picked = { amount: request.amount, numInstalments: plan.numInstalments }
    const container = request.options.bare ? document : root
    const hadFocus = container?.activeElement?.id
    void draw(request, version).then(() => hadFocus && container?.getElementById(hadFocus)?.focus())
  }
  function shadow(): ShadowRoot {
    root ??= element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    return root
  }
  function paint(inside: Node[], request: ContainerRequest, preferences: WidgetPreferences | null): void {
    const body = make(
      'div',
      { class: 'w', ...(request.options.border && { 'data-border': '' }), ...(request.options.row && { 'data-row': '' }) },
      ...inside,
    )
    const drawn = inside.length > 0 ? [body] : []
    if (request.options.bare) {
      scopeNames(body)
      // A shadow root cannot be detached: a slot shows the light DOM through it.
      root?.replaceChildren(make('slot'))
      element.replaceChildren(...drawn)
      inPage = body
    } else {
      inPage?.remove()
      if (preferences) colour(body, preferences)
      shadow().replaceChildren(...drawn)
    }
    element.dispatchEvent(new CustomEvent(`${vendor}:drawn`, { bubbles: true }))
  }
  function update(): void {
    sources.refresh()
    const request = readContainer(element, () => priceReader(where.script, update))
    const text = JSON.stringify([request, keyNow()])
    if (request.amount === undefined || text === shown || keyNow() === '') return
    shown = text
    version += 1
    // Without plans the page stays as the shop wrote it.
    draw(request, version).catch(() => (shown = ''))
  }
  update()
  return { update, stop: sources.stop }
}

function colour(body: HTMLElement, { textColor, btnTextColor, btnBgColor, align }: WidgetPreferences): void {
  const values = {
    text: textColor,
    button: btnBgColor,
    'button-text': btnTextColor,
    align,
    left: align === 'left' ? '0' : 'auto',
    right: align === 'right' ? '0' : 'auto',
  }
  for (const [name, value] of Object.entries(values)) body.style.setProperty(`--${name}`, value)
}
