<?php
/**
 * An order of WooCommerce as the provider's API takes it.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

/** Euros as whole cents. */
function cents( float|string $euros ): int {
	return (int) round( (float) $euros * 100 );
}

/** A share as hundredths of a percent: 0.21 is 2100. */
function hundredths( float $tax, float $net ): int {
	return 0.0 === $net ? 0 : (int) round( $tax / $net * 10000 );
}

/**
 * What creates a checkout.
 *
 * @return array<string, mixed>
 */
function checkout_request( \WC_Order $order, string $notification_url ): array {
	return array(
		'merchant' => array(
			'notification_url' => $notification_url,
			'success_url'      => $order->get_checkout_order_received_url(),
			'pending_url'      => $order->get_checkout_order_received_url(),
			'ko_url'           => $order->get_checkout_payment_url(),
			'error_url'        => $order->get_checkout_payment_url(),
			'dismiss_url'      => $order->get_checkout_payment_url(),
		),
		'order'    => array(
			'id'           => (string) $order->get_id(),
			'total_amount' => cents( $order->get_total() ),
			'currency'     => $order->get_currency(),
			'articles'     => array_merge( articles( $order ), fees( $order ) ),
		),
		'customer' => array_filter(
			array(
				'id'         => $order->get_customer_id() > 0 ? (string) $order->get_customer_id() : null,
				'first_name' => $order->get_billing_first_name(),
				'last_name'  => $order->get_billing_last_name(),
				'email'      => $order->get_billing_email(),
				'phone'      => $order->get_billing_phone(),
			)
		),
		'billing'  => address( $order, 'billing' ),
	) + shipping( $order );
}

/** @return list<array<string, mixed>> */
function articles( \WC_Order $order ): array {
	$articles = array();
	foreach ( $order->get_items() as $item ) {
		$quantity   = (float) $item->get_quantity();
		$net        = (float) $order->get_item_subtotal( $item, false, false );
		$product    = $item->get_product();
		$articles[] = array_filter(
			array(
				'id'          => (string) ( $product ? $product->get_id() : $item->get_id() ),
				'name'        => $item->get_name(),
				'quantity'    => $quantity,
				'price'       => cents( $net ),
				'tax_rate'    => hundredths( (float) $item->get_total_tax(), (float) $item->get_total() ),
				'discount'    => cents( $net - (float) $item->get_total() / max( $quantity, 1.0 ) ),
				'sku'         => $product ? $product->get_sku() : null,
				'url'         => $product ? get_permalink( $product->get_id() ) : null,
			),
			static fn ( $value ): bool => null !== $value && '' !== $value
		);
	}
	return $articles;
}

/** Charges of WooCommerce besides articles and shipping; one of these may be negative. */
function fees( \WC_Order $order ): array {
	return array_values(
		array_map(
			static fn ( $fee ): array => array(
				'id'       => 'fee-' . $fee->get_id(),
				'name'     => $fee->get_name(),
				'quantity' => 1,
				'price'    => cents( $fee->get_total() ),
				'tax_rate' => hundredths( (float) $fee->get_total_tax(), (float) $fee->get_total() ),
			),
			$order->get_items( 'fee' )
		)
	);
}

/** @return array<string, string> */
function address( \WC_Order $order, string $kind ): array {
	$field = static fn ( string $name ): string => (string) $order->{"get_{$kind}_{$name}"}();
	return array_filter(
		array(
			'first_name'       => $field( 'first_name' ),
			'last_name'        => $field( 'last_name' ),
			'street'           => $field( 'address_1' ),
			'address_addition' => $field( 'address_2' ),
			'city'             => $field( 'city' ),
			'state'            => $field( 'state' ),
			'postcode'         => $field( 'postcode' ),
			'country'          => $field( 'country' ),
		)
	);
}

/** @return array{shipping?: array<string, mixed>} */
function shipping( \WC_Order $order ): array {
	if ( ! $order->has_shipping_address() ) {
		return array();
	}
	$net = (float) $order->get_shipping_total();
	return array(
		'shipping' => array(
			'name'     => $order->get_shipping_method(),
			'price'    => cents( $net ),
			'tax_rate' => hundredths( (float) $order->get_shipping_tax(), $net ),
		) + address( $order, 'shipping' ),
	);
}
