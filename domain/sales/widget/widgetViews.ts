/** The placement of a widget: at one article, or under a whole cart. */
export type WidgetView = 'product' | 'cart'
export const widgetViews: readonly WidgetView[] = ['product', 'cart']
