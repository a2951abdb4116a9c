"""Hidden layers that policy and values share, as our networks have them; MaskablePPO by itself has two networks."""

from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


class Trunk(BaseFeaturesExtractor):
    """Dense layers of the given widths."""

    def __init__(self, space, widths, activation=nn.ReLU):
        super().__init__(space, widths[-1])
        widths = [space.shape[0], *widths]
        layers = [[nn.Linear(a, b), activation()] for a, b in zip(widths, widths[1:])]
        self.layers = nn.Sequential(*[layer for pair in layers for layer in pair])

    def forward(self, x):
        return self.layers(x)


def with_one_trunk(widths, activation=nn.ReLU):
    """The `policy_kwargs` of a model whose heads are linear in such layers."""
    settings = {"widths": widths, "activation": activation}
    return {"net_arch": [], "features_extractor_class": Trunk, "features_extractor_kwargs": settings}
