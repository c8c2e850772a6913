/** Formats a quantity of units, kilos or metres: `3`, `1,5`. */
export const formatQuantity = (quantity: number): string => String(quantity).replace('.', ',')
