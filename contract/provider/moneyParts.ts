import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { hexId, typedText } from '../platform/values.ts'

/** What the calls about money share. */
export const moneyPath = '/console/v1/money'
/** Everybody reads. */
export const readsMoney = { roles: staffRoles, secondPerson: 'never' } as const
export const movesMoney = { roles: ['finance'], secondPerson: 'never' } as const
/** Another person of finance confirms it, or an administrator. */
export const movesMoneyTogether = { roles: ['finance'], secondPerson: 'configured', confirmedBy: ['admin'] } as const

/** The shop that something belongs to. */
export const moneyShop = z.strictObject({ accountId: hexId, merchantId: hexId, name: z.string() })
export type MoneyShop = z.output<typeof moneyShop>

/** A reference, or a part of a shop's name. */
export const moneySearch = z.optional(typedText(120))
/** The last row of the page before. */
export const cursor = z.optional(typedText(80))
export const next = z.nullable(z.string())
