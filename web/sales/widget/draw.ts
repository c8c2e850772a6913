import { fillTemplate } from '#domain/sales/widget/legalTemplate'
import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import type { ContainerOptions } from './containerRequest.ts'
import { euros, percent, typedCents } from './figures.ts'
import { make } from './make.ts'
import type { Answer, Plan } from './plans.ts'
import { planWithin } from './planWithin.ts'
import { setMessages, word } from './words.ts'

/** What is rendered: the response, the preferences, and the index of the shown plan. */
export type Drawing = {
  answer: Answer
  preferences: WidgetPreferences
  options: ContainerOptions
  chosen: number
  /** The order's amount, in cents. */ amount: number
  /** The page's own legal example replaces ours. */ ownText: boolean
}

const count = (plan: Plan) => String(plan.numInstalments)

/** «6 cuotas de 105,91 €». */
export const planText = (plan: Plan): string =>
  plan.product === 'pay_later'
    ? word('widget.one', { amount: euros(plan.instalmentAmount) })
    : word('widget.instalments', { count: count(plan), amount: euros(plan.instalmentAmount) })

function offerText(plan: Plan): string {
  const values = { count: count(plan), amount: euros(plan.instalmentAmount) }
  if (plan.product === 'pay_later') return word('widget.offer.one', values)
  return word(plan.free ? 'widget.offer.free' : 'widget.offer', values)
}

function exampleOf({ preferences, ownText, amount }: Drawing, plan: Plan): string {
  if (!ownText || preferences.legalText === '' || plan.campaign) return plan.legalText
  return fillTemplate(preferences.legalText, {
    tin: percent(plan.tin),
    tae: percent(plan.tae),
    principal_amount: euros(plan.principalAmount),
    instalments_amount: euros(plan.instalmentAmount),
    num_instalments: count(plan),
    downpayment_amount: euros(plan.downpaymentAmount),
    tax: euros(plan.openingFeeAmount),
    total_amount: euros(plan.totalPrice),
    order_amount: euros(amount),
  })
}

const figuresText = (plan: Plan) => word('widget.total', { amount: euros(plan.totalPrice), tin: percent(plan.tin), tae: percent(plan.tae) })
const firstPayment = (plan: Plan) => plan.downpaymentAmount + plan.openingFeeAmount
const todayText = ({ preferences }: Drawing, plan: Plan) =>
  preferences.downpaymentInfo && firstPayment(plan) > 0 && word('widget.today', { amount: euros(firstPayment(plan)) })
/** A notice of test mode, for every widget type. */
const testTag = ({ answer }: Drawing) => answer.mode === 'sandbox' && make('span', { class: 'test' }, word('widget.sandbox'))
const byText = ({ answer, preferences }: Drawing) =>
  preferences.branding && make('span', { class: 'by' }, ` ${word('widget.lender', { lender: answer.lender })}`)

/** The widget of an amount with plans; calls `choose` when another plan is selected. */
export function drawPlans(drawing: Drawing, choose: (index: number) => void): Node[] {
  const { answer, preferences, options } = drawing
  const plan = answer.plans[drawing.chosen]
  if (!plan) return []
  setMessages(answer.words)
  const free = answer.plans.some((one) => one.free && one.numInstalments > 1)
  const title = (free && preferences.titleZeroInterest) || preferences.titleDefault
  const dialog = drawDialog(drawing, choose)
  const open = () => {
    dialog.showModal()
  }
  return [
    ...(title ? [make('p', { class: 'title' }, title)] : []),
    ...(preferences.type !== 'select'
      ? drawOffer(drawing, plan, open)
      : options.slider
        ? drawSlider(drawing, choose)
        : drawSelect(drawing, choose)),
    ...(options.most && answer.plans.length > 1 ? [drawMost(drawing, choose)] : []),
    make('p', { class: 'more' }, todayText(drawing, plan), todayText(drawing, plan) && ' · ', figuresText(plan)),
    // While a campaign runs, its legal example is always shown.
    ...(preferences.legalAdvice || plan.campaign ? [make('p', { class: 'legal' }, exampleOf(drawing, plan))] : []),
    ...(options.more === null
      ? []
      : [make('a', { href: options.more, class: 'info', ...(options.moreOnWide && { 'data-wide': '' }) }, word('widget.info'))]),
    dialog,
  ]
}

function drawOffer(drawing: Drawing, plan: Plan, open: () => void): Node[] {
  const { type } = drawing.preferences
  if (drawing.options.noModal) return [make('p', { role: 'status' }, offerText(plan), byText(drawing), testTag(drawing))]
  if (type === 'text') {
    const link = make('button', { type: 'button', id: 'open', class: 'link' }, word('widget.open'))
    link.addEventListener('click', open)
    return [make('p', { role: 'status' }, offerText(plan), byText(drawing), testTag(drawing), ' ', link)]
  }
  const button = make(
    'button',
    { type: 'button', id: 'open', class: 'button', ...(type === 'big-button' && { 'data-big': '' }) },
    offerText(plan),
    byText(drawing),
  )
  button.addEventListener('click', open)
  return [make('div', { role: 'status' }, button, testTag(drawing))]
}

function drawSelect(drawing: Drawing, choose: (index: number) => void): Node[] {
  const { answer, chosen } = drawing
  const select = make('select', { id: 'plans' }, ...answer.plans.map((plan, at) => make('option', { value: String(at) }, planText(plan))))
  select.selectedIndex = chosen
  select.addEventListener('change', () => choose(select.selectedIndex))
  return [make('label', { for: 'plans' }, word('widget.title'), byText(drawing), testTag(drawing)), select]
}

/** The same choice with a slider; texts follow the `input` event, the widget is redrawn on `change`. */
function drawSlider(drawing: Drawing, choose: (index: number) => void): Node[] {
  const { answer, chosen } = drawing
  const labelOf = (at: number) => {
    const plan = answer.plans[at]
    return plan ? planText(plan) : ''
  }
  const last = String(answer.plans.length - 1)
  const slider = make('input', {
    type: 'range',
    id: 'plans',
    min: '0',
    max: last,
    value: String(chosen),
    'aria-valuetext': labelOf(chosen),
  })
  const text = make('output', { for: 'plans' }, labelOf(chosen))
  slider.addEventListener('input', () => {
    text.textContent = labelOf(Number(slider.value))
    slider.setAttribute('aria-valuetext', labelOf(Number(slider.value)))
  })
  slider.addEventListener('change', () => choose(Number(slider.value)))
  return [make('label', { for: 'plans' }, word('widget.title'), byText(drawing), testTag(drawing)), text, slider]
}

/** Input of a maximum monthly amount: chooses the fewest instalments within it, otherwise the smallest instalment. */
function drawMost({ answer, chosen }: Drawing, choose: (index: number) => void): Node {
  const input = make('input', { id: 'most', inputmode: 'decimal', placeholder: euros(answer.plans[chosen]?.instalmentAmount ?? 0) })
  input.addEventListener('change', () => {
    const maxCents = typedCents(input.value)
    if (maxCents !== null) choose(planWithin(answer.plans, maxCents))
  })
  return make('label', { for: 'most' }, word('widget.most'), input)
}

/** The payments as dots, the first one filled; the words beside them say the same. */
function drawDots(plan: Plan): Node {
  const count = plan.numInstalments + (firstPayment(plan) > 0 ? 1 : 0)
  return make('span', { class: 'dots', 'aria-hidden': 'true' }, ...Array.from({ length: count }, () => make('i', {})))
}

function drawDialog(drawing: Drawing, choose: (index: number) => void): HTMLDialogElement {
  const { answer, chosen } = drawing
  const facts = make('div', { role: 'status' })
  const show = (at: number) => {
    const plan = answer.plans[at]
    if (!plan) return
    setMessages(answer.words)
    const today = todayText(drawing, plan)
    facts.replaceChildren(
      ...(today ? [make('p', { class: 'title' }, today)] : []),
      make('p', {}, figuresText(plan)),
      make('p', { class: 'legal' }, exampleOf(drawing, plan)),
    )
  }
  const rows = answer.plans.map((plan, at) => {
    const input = make('input', { type: 'radio', name: 'plan', value: String(at), ...(at === chosen && { checked: '' }) })
    input.addEventListener('change', () => show(at))
    return make('label', { class: 'plan' }, input, make('span', {}, planText(plan)), drawDots(plan))
  })
  const close = make('button', { type: 'button', class: 'close' }, word('widget.close'))
  const dialog = make(
    'dialog',
    { 'aria-labelledby': 'title' },
    make('h2', { id: 'title' }, word('widget.title'), testTag(drawing)),
    make('fieldset', {}, make('legend', {}, word('widget.choose')), ...rows),
    facts,
    close,
  )
  show(chosen)
  close.addEventListener('click', () => dialog.close())
  // The plan picked in the dialog is shown in the page after it closes.
  dialog.addEventListener('close', () => choose(rows.findIndex((row) => row.querySelector('input')?.checked)))
  return dialog
}

/** Message for an amount without plans: the limits; nothing where no product is offered. */
export function drawOutside({ limits, words }: Answer, amount: number): Node[] {
  if (limits === null) return []
  setMessages(words)
  const isBelow = amount < limits.minAmount
  return [
    make(
      'p',
      { role: 'status' },
      word(isBelow ? 'widget.below' : 'widget.above', { amount: euros(isBelow ? limits.minAmount : limits.maxAmount) }),
    ),
  ]
}
