<?php
/**
 * Plugin Name: Pago a plazos para WooCommerce
 * Description: Tus clientes pagan a plazos y tú cobras entero: pago, simulador de cuotas, capturas y devoluciones desde el pedido.
 * Version: 4.3.0
 * Requires at least: 6.4
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.0
 * License: MIT
 * Text Domain: pago-a-plazos
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

/** The version that the panel compares with the one it has. */
const VERSION = '4.3.0';

require_once __DIR__ . '/includes/provider.php';
require_once __DIR__ . '/includes/class-api-error.php';
require_once __DIR__ . '/includes/class-api.php';
require_once __DIR__ . '/includes/order-request.php';
require_once __DIR__ . '/includes/order-events.php';
require_once __DIR__ . '/includes/callback.php';
require_once __DIR__ . '/includes/widget.php';

// Orders may be stored in WooCommerce's own tables: everything here goes through its order objects.
add_action(
	'before_woocommerce_init',
	static function (): void {
		if ( class_exists( \Automattic\WooCommerce\Utilities\FeaturesUtil::class ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
		}
	}
);

// WooCommerce defines the class that the gateway extends.
add_action(
	'plugins_loaded',
	static function (): void {
		if ( ! class_exists( 'WC_Payment_Gateway' ) ) {
			return;
		}
		require_once __DIR__ . '/includes/class-gateway.php';
		add_filter( 'woocommerce_payment_gateways', static fn ( array $gateways ): array => array( ...$gateways, Gateway::class ) );
		listen_to_orders();
		show_widget();
	}
);

add_action( 'rest_api_init', __NAMESPACE__ . '\register_callback' );
