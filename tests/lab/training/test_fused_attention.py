import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")


@pytest.fixture
def mpnet():
    torch.manual_seed(1)
    config = transformers.MPNetConfig(
        vocab_size=99, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=37,
        max_position_embeddings=64,
    )  # fmt: skip
    return transformers.MPNetModel(config, add_pooling_layer=False).eval()


def batch():
    ids = torch.randint(4, 90, (3, 17), generator=torch.Generator().manual_seed(2))
    mask = torch.ones_like(ids)
    ids[0, 9:], mask[0, 9:] = 1, 0
    return {"input_ids": ids, "attention_mask": mask}


def test_fused_attention_gives_what_the_plain_one_gives(mpnet):
    from veriscope.lab.training.fused_attention import fuse_attention  # noqa: PLC0415

    asked = batch()
    plain = mpnet(**asked).last_hidden_state
    fuse_attention(mpnet)
    fused = mpnet(**asked).last_hidden_state
    read = asked["attention_mask"].bool()
    assert torch.allclose(plain[read], fused[read], atol=1e-5)
    fused.sum().backward()
    assert mpnet.encoder.layer[0].attention.attn.q.weight.grad.abs().sum() > 0


def test_attention_cannot_be_asked_for(mpnet):
    from veriscope.lab.training.fused_attention import fuse_attention  # noqa: PLC0415

    fuse_attention(mpnet)
    with pytest.raises(ValueError, match="keeps no attention"):
        mpnet(**batch(), output_attentions=True)
