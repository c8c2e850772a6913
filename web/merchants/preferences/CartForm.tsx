import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { configurationUpdate, type Cart } from '#contract/merchants/preferences'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { StaleChoice } from '../../platform/requests/StaleChoice.tsx'
import { useContentKey } from '../../platform/requests/useContentKey.ts'
import { isStale, useSharedForm } from '../../platform/requests/useSharedForm.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { CartEffect } from './CartEffect.tsx'
import { cartRead } from './preferenceReads.ts'

type Problems = { minAmount?: string; maxAmount?: string; form?: string }
type Limits = Pick<Cart, 'minAmount' | 'maxAmount'>

function problemsOf(error: unknown): Problems {
  const fields = isApiFailure(error) ? error.fields : new Map<string, { message: string }>()
  const [min, max] = [fields.get('cart.minAmount')?.message, fields.get('cart.maxAmount')?.message]
  if (min === undefined && max === undefined) return { form: failureText(error) }
  return { ...(min !== undefined && { minAmount: min }), ...(max !== undefined && { maxAmount: max }) }
}

const limitsOf = ({ minAmount, maxAmount }: Limits): Limits => ({ minAmount, maxAmount })
/** A limit and its meaning. */
const limitWords = (name: keyof Limits, limits: Limits): [label: string, text: string] => {
  const amount = limits[name]
  return [
    t(name === 'minAmount' ? 'preferences.cart.min' : 'preferences.cart.max'),
    amount === null ? t('preferences.cart.asProducts') : money(amount),
  ]
}

/** Edits the limits; shows what they would have excluded. A concurrent save discards nothing that was typed. */
export function CartForm({ cart }: { cart: Cart }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const read = cartRead(merchantId)
  const form = useSharedForm({ saved: cart, draftOf: limitsOf, read: () => client.fetchQuery({ ...read, staleTime: 0 }) })
  const { minAmount, maxAmount } = form.draft
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const { keyOf } = useContentKey()
  const dirty = minAmount !== form.before.minAmount || maxAmount !== form.before.maxAmount
  const least = Math.min(...cart.products.map((one) => one.minAmount))
  const most = Math.max(...cart.products.map((one) => one.maxAmount))
  const type = (change: Partial<Limits>) => form.setDraft({ minAmount, maxAmount, ...change })

  async function save() {
    if (busy || (!dirty && form.conflict === null)) return
    const { draft, revision = 0 } = form.toSend()
    const body = { cart: draft, revision }
    setBusy(true)
    setProblems({})
    try {
      const saved = await form.sent(write(configurationUpdate, { params: { merchantId }, body, key: keyOf(body) }), (stored) => stored)
      client.setQueryData(read.queryKey, saved)
      form.restart(saved)
      void client.invalidateQueries({ queryKey: ['merchantConfiguration'] })
      showToast(t('preferences.cart.saved'), { key: 'cart' })
    } catch (error) {
      const refusedFields = problemsOf(error)
      setProblems(refusedFields)
      if (!isStale(error)) document.getElementById(refusedFields.minAmount ? 'cart-min' : 'cart-max')?.focus()
    } finally {
      setBusy(false)
    }
  }
  if (cart.products.length === 0) return <p className="text-md text-ink-2">{t('preferences.cart.noProducts')}</p>
  return (
    <Form className="grid gap-5" onSubmit={save}>
      <div className="grid max-w-[560px] gap-5 md:grid-cols-2">
        <Field
          id="cart-min"
          label={t('preferences.cart.min')}
          help={t('preferences.cart.minHelp', { least: money(least) })}
          error={problems.minAmount}
        >
          <MoneyInput value={minAmount} onChange={(amount) => type({ minAmount: amount })} />
        </Field>
        <Field
          id="cart-max"
          label={t('preferences.cart.max')}
          help={t('preferences.cart.maxHelp', { most: money(most) })}
          error={problems.maxAmount}
        >
          <MoneyInput value={maxAmount} onChange={(amount) => type({ maxAmount: amount })} />
        </Field>
      </div>
      <CartEffect minAmount={minAmount} maxAmount={maxAmount} />
      {form.conflict !== null ? (
        <StaleChoice
          error={form.conflict}
          lines={form.lines(limitWords)}
          busy={busy}
          onMine={() => void save()}
          onTheirs={form.takeTheirs}
        />
      ) : (
        problems.form && <Banner tone="error" live title={problems.form} />
      )}
      <div>
        <Button
          type="submit"
          variant="filled"
          busy={busy}
          busyLabel={t('shell.saving')}
          disabledReason={dirty ? null : t('preferences.cart.same')}
        >
          {t('preferences.cart.save')}
        </Button>
      </div>
    </Form>
  )
}
