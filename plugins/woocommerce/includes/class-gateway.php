<?php
/**
 * The payment method.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

/** Customers pay at the provider's page and come back; refunds are made from the order. */
final class Gateway extends \WC_Payment_Gateway {
	public const ID = 'pago_a_plazos';
	/** Where an order keeps the provider's id of its operation. */
	public const OPERATION = '_pago_a_plazos_operation';

	public function __construct() {
		$this->id                 = self::ID;
		$this->method_title       = provider()['name'];
		$this->method_description = __( 'Tus clientes pagan a plazos y tú cobras entero.', 'pago-a-plazos' );
		$this->has_fields         = false;
		$this->supports           = array( 'products', 'refunds' );
		$this->init_form_fields();
		$this->init_settings();
		$this->enabled     = $this->get_option( 'enabled' );
		$this->title       = $this->get_option( 'title' );
		$this->description = $this->get_option( 'description' );
		add_action( 'woocommerce_update_options_payment_gateways_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	public function init_form_fields(): void {
		$this->form_fields = array(
			'enabled'     => array(
				'title'   => __( 'Activar', 'pago-a-plazos' ),
				'type'    => 'checkbox',
				'label'   => __( 'Ofrecer el pago a plazos', 'pago-a-plazos' ),
				'default' => 'no',
			),
			'title'       => array(
				'title'   => __( 'Nombre que ve el cliente', 'pago-a-plazos' ),
				'type'    => 'text',
				'default' => __( 'Pago a plazos', 'pago-a-plazos' ),
			),
			'description' => array(
				'title'   => __( 'Explicación', 'pago-a-plazos' ),
				'type'    => 'textarea',
				'default' => __( 'Elige las cuotas y paga con tu tarjeta.', 'pago-a-plazos' ),
			),
			'private_key' => array(
				'title'       => __( 'Clave privada', 'pago-a-plazos' ),
				'type'        => 'password',
				'description' => __( 'Está en el panel, en «Tienda online». Con una clave de pruebas, todo es de prueba.', 'pago-a-plazos' ),
			),
			'widget'      => array(
				'title'   => __( 'Simulador de cuotas', 'pago-a-plazos' ),
				'type'    => 'checkbox',
				'label'   => __( 'Enseñarlo en la página de cada producto', 'pago-a-plazos' ),
				'default' => 'yes',
			),
			'public_key'  => array( 'type' => 'hidden' ),
		);
	}

	/** Keeps the settings, and checks the private key, with which it learns the public one. */
	public function process_admin_options(): bool {
		$saved = parent::process_admin_options();
		try {
			$this->update_option( 'public_key', (string) $this->api()->get( '/merchants/api-keys' )['public_api_key'] );
		} catch ( Api_Error $error ) {
			$this->update_option( 'public_key', '' );
			\WC_Admin_Settings::add_error( $error->getMessage() );
		}
		return $saved;
	}

	public function api(): Api {
		return new Api( trim( $this->get_option( 'private_key' ) ) );
	}

	public function is_available(): bool {
		return parent::is_available() && '' !== $this->get_option( 'public_key' ) && 'EUR' === get_woocommerce_currency();
	}

	/**
	 * Sends the customer to the provider's page.
	 *
	 * @return array{result: string, redirect?: string}
	 */
	public function process_payment( $order_id ): array {
		$order = wc_get_order( $order_id );
		try {
			$checkout = $this->api()->post( '/checkout', checkout_request( $order, callback_url( $order ) ), 'checkout-' . wp_generate_uuid4() );
		} catch ( Api_Error $error ) {
			wc_add_notice( $error->getMessage(), 'error' );
			return array( 'result' => 'failure' );
		}
		$order->update_meta_data( self::OPERATION, $checkout['id'] );
		$order->save();
		return array(
			'result'   => 'success',
			'redirect' => $checkout['checkout_url'],
		);
	}

	/**
	 * Refunds at the provider. Its key names the refund of WooCommerce and its amount, so that pressing again after a lost answer refunds nothing twice.
	 *
	 * @return true|\WP_Error
	 */
	public function process_refund( $order_id, $amount = null, $reason = '' ) {
		$order     = wc_get_order( $order_id );
		$operation = (string) $order->get_meta( self::OPERATION );
		if ( '' === $operation || null === $amount ) {
			return new \WP_Error( 'pago_a_plazos', __( 'Este pedido no se pagó a plazos.', 'pago-a-plazos' ) );
		}
		$nth  = count( $order->get_refunds() );
		$name = sprintf( '%d-%d', $order->get_id(), $nth );
		try {
			$answer = $this->api()->post(
				"/orders/{$operation}/refund-extended",
				array(
					'amount'             => cents( $amount ),
					'merchant_reference' => $name,
				),
				sprintf( 'refund-%s-%d', $name, cents( $amount ) )
			);
		} catch ( Api_Error $error ) {
			return new \WP_Error( 'pago_a_plazos', $error->getMessage() );
		}
		// translators: an amount in euros.
		$order->add_order_note( sprintf( __( 'Devuelto a plazos. Se puede devolver todavía: %s €.', 'pago-a-plazos' ), number_format( $answer['remaining_amount'] / 100, 2, ',', '.' ) ) );
		return true;
	}
}
