import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { configurationUpdate, type Cart } from '#contract/preferences'
import { isApiFailure } from '../api/apiFailure.ts'
import { newKey } from '../api/call.ts'
import { write } from '../api/write.ts'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { CartEffect } from './CartEffect.tsx'
import { cartRead } from './preferenceReads.ts'

type Problems = { minAmount?: string; maxAmount?: string; form?: string }

function problemsOf(error: unknown): Problems {
  const fields = isApiFailure(error) ? error.fields : new Map<string, { message: string }>()
  const [min, max] = [fields.get('cart.minAmount')?.message, fields.get('cart.maxAmount')?.message]
  if (min === undefined && max === undefined) return { form: failureText(error) }
  return { ...(min !== undefined && { minAmount: min }), ...(max !== undefined && { maxAmount: max }) }
}

/** Changes the limits; says beforehand what they would have kept out. */
export function CartForm({ cart }: { cart: Cart }) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  const [minAmount, setMin] = useState(cart.minAmount)
  const [maxAmount, setMax] = useState(cart.maxAmount)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  // One key for one set of values: pressing again after a lost answer does it once.
  const sent = useRef({ key: '', text: '' })
  const dirty = minAmount !== cart.minAmount || maxAmount !== cart.maxAmount
  const least = Math.min(...cart.products.map((one) => one.minAmount))
  const most = Math.max(...cart.products.map((one) => one.maxAmount))

  async function save() {
    if (busy || !dirty) return
    const body = { cart: { minAmount, maxAmount } }
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { key: newKey(), text }
    setBusy(true)
    setProblems({})
    try {
      const saved = await write(configurationUpdate, { params: { merchantId }, body, key: sent.current.key })
      client.setQueryData(cartRead(merchantId).queryKey, saved)
      void client.invalidateQueries({ queryKey: ['merchantConfiguration'] })
      showToast(t('preferences.cart.saved'), { key: 'cart' })
    } catch (error) {
      const found = problemsOf(error)
      setProblems(found)
      document.getElementById(found.minAmount ? 'cart-min' : 'cart-max')?.focus()
    } finally {
      setBusy(false)
    }
  }
  if (cart.products.length === 0) return <p className="text-md text-ink-2">{t('preferences.cart.noProducts')}</p>
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="grid max-w-[560px] gap-5 md:grid-cols-2">
        <Field
          id="cart-min"
          label={t('preferences.cart.min')}
          help={t('preferences.cart.minHelp', { least: money(least) })}
          error={problems.minAmount}
        >
          <MoneyInput value={minAmount} onChange={setMin} />
        </Field>
        <Field
          id="cart-max"
          label={t('preferences.cart.max')}
          help={t('preferences.cart.maxHelp', { most: money(most) })}
          error={problems.maxAmount}
        >
          <MoneyInput value={maxAmount} onChange={setMax} />
        </Field>
      </div>
      <CartEffect minAmount={minAmount} maxAmount={maxAmount} />
      {problems.form && (
        <Banner tone="error" live>
          {problems.form}
        </Banner>
      )}
      <div>
        <Button
          type="submit"
          variant="filled"
          busy={busy}
          busyLabel={t('preferences.saving')}
          disabledReason={dirty ? null : t('preferences.cart.same')}
        >
          {t('preferences.cart.save')}
        </Button>
      </div>
    </form>
  )
}
