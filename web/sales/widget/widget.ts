import { firstShown, widgetDefaults, type WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { askedBy, vendor, type Asked } from './asked.ts'
import { drawOutside, drawPlans } from './draw.ts'
import { make } from './make.ts'
import { ownStyle } from './ownStyle.ts'
import { plansOf, type Answer } from './plans.ts'
import { priceReader } from './priceReader.ts'
import type { Where } from './scriptTag.ts'
import style from './style.css?inline'
import { watchSources } from './watchSources.ts'

export type Widget = { /** Looks at the container again. */ update(): void; stop(): void }

// Made in script, so that the page's policy need not allow any style of ours.
const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/** Keeps one container drawn as it asks; children of the page stand in it until the first plans are there. */
export function makeWidget(element: HTMLElement, where: Where): Widget {
  let root: ShadowRoot | undefined
  let turn = 0
  let shown = ''
  const names = ownStyle()
  let inPage: HTMLElement | undefined
  let picked: { amount: number; numInstalments: number } | null = null
  const sources = watchSources(element, () => update())
  const keyNow = () => element.dataset['publicKey'] ?? where.key

  async function draw(asked: Asked, mine: number): Promise<void> {
    const { amount } = asked
    if (typeof amount !== 'number') return paint([], asked, null)
    const all = await plansOf({ host: where.host, key: keyNow() }, { ...asked, amount })
    // The page may ask for something else by now.
    if (mine !== turn) return
    const { product } = asked.ways
    const only = product === null ? all.plans : all.plans.filter((plan) => plan.product === product)
    // A page that wishes for a product that does not fit gets what does, but later payment stands for itself.
    const answer = only.length === 0 && product !== 'pay_later' ? all : { ...all, plans: only }
    const saved = asked.own ? widgetDefaults[asked.view] : answer.preferences
    const preferences = { ...saved, ...asked.wishes }
    if (preferences.disabled) return paint([], asked, preferences)
    const wanted = picked?.amount === amount ? picked.numInstalments : preferences.defaultInstalments
    const chosen = firstShown(answer.plans, wanted)
    if (chosen === null) return paint(preferences.outOfLimits === 'show' ? drawOutside(answer, amount) : [], asked, preferences)
    const ownText = asked.own || asked.wishes.legalText !== undefined
    paint(drawPlans({ answer, preferences, ways: asked.ways, chosen, amount, ownText }, choose(answer, asked)), asked, preferences)
  }
  const choose = (answer: Answer, asked: Asked) => (index: number) => {
    const plan = answer.plans[index]
    if (!plan || typeof asked.amount !== 'number') return
    picked = { amount: asked.amount, numInstalments: plan.numInstalments }
    const ground = asked.ways.bare ? document : root
    const hadFocus = ground?.activeElement?.id
    void draw(asked, turn).then(() => hadFocus && ground?.getElementById(hadFocus)?.focus())
  }
  function shadow(): ShadowRoot {
    root ??= element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    return root
  }
  function paint(inside: Node[], asked: Asked, preferences: WidgetPreferences | null): void {
    const body = make(
      'div',
      { class: 'w', ...(asked.ways.border && { 'data-border': '' }), ...(asked.ways.row && { 'data-row': '' }) },
      ...inside,
    )
    const drawn = inside.length > 0 ? [body] : []
    if (asked.ways.bare) {
      names(body)
      // Once drawn apart from the page, an element stays so: what is the page's then shows through.
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
    sources.look()
    const asked = askedBy(element, () => priceReader(where.script, update))
    const text = JSON.stringify([asked, keyNow()])
    if (asked.amount === undefined || text === shown || keyNow() === '') return
    shown = text
    turn += 1
    // Without plans the page stays as the shop made it.
    draw(asked, turn).catch(() => (shown = ''))
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
